import type { CallOutput } from '@meridian/contract/schema/call';
import { networks } from '@meridian/contract/custody/calls';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { Network } from '@meridian/core/custody/custody-commands';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallRegistry } from '../../gateway/handler.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { registerAddressRoutes } from './address-routes.ts';
import { registerClaimRoutes } from './claim-routes.ts';
import type { CustodyServices } from './custody-services.ts';
import { registerDepositRoutes } from './deposit-routes.ts';
import { registerWithdrawalRoutes } from './withdrawal-routes.ts';

/** Deposits, withdrawals and the address book of the session's user. */
export function registerCustodyRoutes(gateway: CallRegistry, services: CustodyServices): void {
  const { live, queries } = services;
  const gate = new ProjectionGate(queries);
  gateway.registerCall(networks, () =>
    live.custody.networks().map((network) => networkRow(services, network)),
  );
  registerDepositRoutes(gateway, services);
  registerWithdrawalRoutes(gateway, services, gate);
  registerAddressRoutes(gateway, services);
  registerClaimRoutes(gateway, services);
}

function networkRow(
  { live, custodian }: CustodyServices,
  network: Network,
): CallOutput<typeof networks>[number] {
  const currency = live.currency(network.currency);
  if (currency === undefined)
    throw new Error(`network ${network.id} has a currency that is not listed`);
  const name = network.name as NetworkName;
  const { confirmations, is_deposit_open } = custodian.terms.of(network.id);
  const isOpen = custodian.isOpen(name);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  return {
    id: network.id,
    currency: currency.id,
    currency_name: currency.code,
    name,
    label: NETWORKS[name].label,
    decimals: currency.scale,
    min_deposit: text(network.minDeposit),
    confirmations: isOpen ? confirmations : 0,
    min_withdraw: text(network.minWithdrawal),
    max_withdraw: text(network.maxWithdrawal),
    fee: text(network.fee),
    is_deposit_open: isOpen && is_deposit_open ? 1 : 0,
    is_withdraw_open: isOpen && network.isOpen && !live.custody.isPaused(currency.id) ? 1 : 0,
  };
}
