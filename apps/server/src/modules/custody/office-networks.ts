/** Calls of operators about the terms of networks: the list, and a change. */
import type { CallOutput } from '@meridian/contract/schema/call';
import type { NetworkName } from '@meridian/contract/custody/networks';
import type { officeNetworks, officeNetworkSave } from '@meridian/contract/custody/office';
import { NEW_ADDRESS_WAIT_MS, type Network } from '@meridian/core/custody/custody-commands';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { unitScale } from '../market/valuation.ts';
import { nameOfNetwork } from './chain-networks.ts';
import type { CustodyServices } from './custody-services.ts';
import type { Terms } from './network-terms.ts';

const HOUR_MS = 3_600_000n;
/** Decimals of the hours that a new address waits. */
const WAIT_DECIMALS = 2n;
const MOST_WAIT_HOURS = 168n;

export function networkRow(
  services: CustodyServices,
  network: Network,
): CallOutput<typeof officeNetworks>[number] {
  const { live, custodian } = services;
  const name = network.name as NetworkName;
  const terms = custodian.terms.of(network.id);
  return {
    ...termsRow(live, network, {
      ...terms,
      confirmations: custodian.isOpen(name) ? terms.confirmations : 0,
    }),
    height: custodian.height(name),
  };
}

/** A network's terms, as the audit log records them. */
function termsRow(
  live: LiveView,
  network: Network,
  { confirmations, hot_ceiling, is_deposit_open }: Terms,
): Omit<CallOutput<typeof officeNetworks>[number], 'height'> {
  const currency = listedCurrency(live, network.currency);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const worth = (units: bigint): string => formatDecimal(units, unitScale(live));
  return {
    id: network.id,
    currency_name: currency.code,
    name: network.name as NetworkName,
    min_deposit: text(network.minDeposit),
    confirmations,
    min_withdraw: text(network.minWithdrawal),
    max_withdraw: text(network.maxWithdrawal),
    fee: text(network.fee),
    max_per_hour: text(network.maxPerHour),
    max_per_day: text(network.maxPerDay),
    one_approval_from: worth(network.oneApprovalFrom),
    two_approvals_from: worth(network.twoApprovalsFrom),
    new_address_hours: formatDecimal(
      (BigInt(network.newAddressWaitMs ?? NEW_ADDRESS_WAIT_MS) * 10n ** WAIT_DECIMALS) / HOUR_MS,
      Number(WAIT_DECIMALS),
    ),
    hot_ceiling: text(hot_ceiling),
    is_deposit_open,
    is_withdraw_open: network.isOpen,
  };
}

/** @param hours a decimal, 0 to 168 @returns milliseconds */
function waitOf(hours: string): number {
  const parsed = parseDecimal(hours, Number(WAIT_DECIMALS));
  if (!parsed.ok || parsed.units < 0n || parsed.units > MOST_WAIT_HOURS * 10n ** WAIT_DECIMALS)
    throw new Refusal('number_precision', { field: 'new_address_hours' });
  return Number((parsed.units * HOUR_MS) / 10n ** WAIT_DECIMALS);
}

export async function saveNetwork(
  { live, engine, custodian }: CustodyServices,
  { input, audit, language }: CallContext<typeof officeNetworkSave>,
): Promise<string> {
  const network = live.custody.network(input.id);
  if (network === undefined) throw new Refusal('network_unknown', { field: 'id' });
  const { scale } = listedCurrency(live, network.currency);
  const read = (
    field:
      | 'min_deposit'
      | 'min_withdraw'
      | 'max_withdraw'
      | 'fee'
      | 'max_per_hour'
      | 'max_per_day'
      | 'one_approval_from'
      | 'two_approvals_from'
      | 'hot_ceiling',
  ): Amount => {
    const parsed = parseDecimal(input[field], field.endsWith('_from') ? unitScale(live) : scale);
    if (!parsed.ok || parsed.units < 0n) throw new Refusal('number_precision', { field });
    return parsed.units as Amount;
  };
  const changed: Network = {
    ...network,
    minDeposit: read('min_deposit'),
    minWithdrawal: read('min_withdraw'),
    maxWithdrawal: read('max_withdraw'),
    fee: read('fee'),
    maxPerHour: read('max_per_hour'),
    maxPerDay: read('max_per_day'),
    oneApprovalFrom: read('one_approval_from'),
    twoApprovalsFrom: read('two_approvals_from'),
    newAddressWaitMs: waitOf(input.new_address_hours),
    isOpen: input.withdraw_open === '1',
  };
  if (input.confirmations < 1) throw new Refusal('number_not_positive', { field: 'confirmations' });
  const terms = {
    confirmations: input.confirmations,
    hot_ceiling: read('hot_ceiling'),
    is_deposit_open: input.deposit_open === '1',
  };
  const entry = {
    action: 'network.change',
    subject: `network ${nameOfNetwork(network.id)}`,
    before: termsRow(live, network, custodian.terms.of(network.id)),
    after: termsRow(live, changed, terms),
  };
  await submitAudited(engine, audit, entry, { kind: 'custody.network', network: changed });
  await custodian.terms.save(network.id, terms);
  return textOf(language, 'answer.done');
}
