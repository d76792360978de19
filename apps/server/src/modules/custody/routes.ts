import type { CallOutput } from '@meridian/contract/call';
import { networks, USDT_NETWORKS, type NetworkName } from '@meridian/contract/custody';
import { checkAddress } from '@meridian/chain/address/check-address';
import type { BitcoinNetwork } from '@meridian/chain/chains';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { Network } from '@meridian/core/custody/custody-commands';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access } from '../../gateway/access.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../../live/live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import type { SecurityLog } from '../account/security-log.ts';
import type { Identities } from '../identity/identities.ts';
import type { Pictures } from '../identity/pictures.ts';
import { registerAddressRoutes } from './address-routes.ts';
import { NETWORK_ID, NETWORK_LABELS } from './chain-networks.ts';
import { registerClaimRoutes } from './claim-routes.ts';
import type { Custodian } from './custodian.ts';
import { registerDepositRoutes } from './deposit-routes.ts';
import { registerWithdrawalRoutes } from './withdrawal-routes.ts';

export interface CustodyServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly access: Access;
  readonly securityLog: SecurityLog;
  readonly identities: Identities;
  readonly pictures: Pictures;
  readonly custodian: Custodian;
  readonly bitcoinNetwork: BitcoinNetwork;
}

/** Deposits, withdrawals and the address book of the user of the session. */
export function registerCustodyRoutes(gateway: CallRegistry, services: CustodyServices): void {
  const { live, queries } = services;
  const gate = new ProjectionGate(queries);
  gateway.registerCall(networks, () => live.custody.networks().map((network) => networkRow(services, network)));
  registerDepositRoutes(gateway, services);
  registerWithdrawalRoutes(gateway, services, gate);
  registerAddressRoutes(gateway, services);
  registerClaimRoutes(gateway, services);
}

function networkRow({ live, custodian }: CustodyServices, network: Network): CallOutput<typeof networks>[number] {
  const currency = live.currency(network.currency);
  if (currency === undefined) throw new Error(`network ${network.id} has a currency that is not listed`);
  const name = network.name as NetworkName;
  const { confirmations, is_deposit_open } = custodian.terms.of(network.id);
  const isOpen = custodian.isOpen(name);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  return {
    id: network.id,
    currency: currency.id,
    currency_name: currency.code,
    name,
    label: NETWORK_LABELS[name],
    min_deposit: text(network.minDeposit),
    confirmations: isOpen ? confirmations : 0,
    min_withdraw: text(network.minWithdrawal),
    max_withdraw: text(network.maxWithdrawal),
    fee: text(network.fee),
    is_deposit_open: isOpen && is_deposit_open ? 1 : 0,
    is_withdraw_open: isOpen && network.isOpen && !live.custody.isPaused(currency.id) ? 1 : 0,
  };
}

/** The network of a call: by name, by USDT's index, or the first of the currency. Refuses where none is open. */
export function networkOfCall({ live, custodian }: Pick<CustodyServices, 'live' | 'custodian'>, currency: Currency, type: string | undefined): Network & { readonly name: NetworkName } {
  const wanted = type === undefined ? undefined : type in NETWORK_ID ? type : USDT_NETWORKS[Number(type)];
  const found = live.custody.networks().find((network) => network.currency === currency.id && (wanted === undefined || network.name === wanted) && custodian.isOpen(network.name as NetworkName));
  if (found === undefined) throw new Refusal('custody_closed');
  return found as Network & { readonly name: NetworkName };
}

/** An address as its chain writes it. Refuses nonsense, and addresses of other networks. */
export function addressOfCall(network: NetworkName, text: string, bitcoinNetwork: BitcoinNetwork): string {
  const check = checkAddress(network, text, bitcoinNetwork);
  if (check.ok) return check.address;
  throw new Refusal(check.problem === 'wrong_network' ? 'address_wrong_network' : 'address_invalid', { field: 'address' });
}
