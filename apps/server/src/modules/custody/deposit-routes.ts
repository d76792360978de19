import {
  companyAddress,
  CUSTODY_ROWS,
  depositAddress,
  deposits,
} from '@meridian/contract/custody/calls';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { nameOfNetwork, networkId } from './chain-networks.ts';
import type { CustodyServices } from './custody-services.ts';

/** Calls of deposit addresses and of the list of deposits. */
export function registerDepositRoutes(gateway: CallRegistry, services: CustodyServices): void {
  gateway.registerCall(depositAddress, (context) => addressesOf(services, context));
  gateway.registerCall(companyAddress, async ({ session }) => ({
    company_eth_address: isDepositOpen(services, 'eth')
      ? await address(services, session.user, 'eth')
      : '',
  }));
  gateway.registerCall(deposits, (context) => page(services, context));
}

function isDepositOpen({ custodian }: CustodyServices, name: NetworkName): boolean {
  return custodian.isOpen(name) && custodian.terms.of(networkId(name)).is_deposit_open;
}

function address({ custodian }: CustodyServices, user: UserId, name: NetworkName): Promise<string> {
  const { addresses } = custodian;
  if (addresses === undefined) throw new Refusal('custody_closed');
  return addresses.of(user, name);
}

async function addressesOf(
  services: CustodyServices,
  { input, session }: CallContext<typeof depositAddress>,
) {
  const { live } = services;
  const currency = listedCurrency(live, input.currency);
  const names = live.custody
    .networks()
    .filter((network) => network.currency === currency.id)
    .map(({ name }) => name as NetworkName)
    .filter((name) => isDepositOpen(services, name));
  if (names.length === 0) throw new Refusal('custody_closed');
  const given: Exclude<CallOutput<typeof depositAddress>, string> = {};
  for (const name of names) {
    const { depositField } = NETWORKS[name];
    const own = await address(services, session.user, name);
    if (depositField === undefined) return own;
    given[depositField] = own;
  }
  return given;
}

async function page(
  { live, queries, custodian }: CustodyServices,
  { input, session }: CallContext<typeof deposits>,
) {
  const number = input.page ?? 1;
  let found = queries.selectFrom('seen_deposits').where('user_id', '=', BigInt(session.user));
  if (input.currency !== undefined) {
    const networks = live.custody
      .networks()
      .filter(({ currency }) => currency === input.currency)
      .map(({ id }) => id);
    found = found.where('network', 'in', networks.length === 0 ? [0] : networks);
  }
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(CUSTODY_ROWS)
    .offset((number - 1) * CUSTODY_ROWS)
    .execute();
  const list = rows.map(
    ({ id, network, amount, address: to, transaction, height, status, seen_at }) => {
      const currency = listedCurrency(
        live,
        live.custody.network(network)?.currency ?? (0 as CurrencyId),
      );
      const name = nameOfNetwork(network);
      const needed = custodian.terms.of(network).confirmations;
      const above = height === 0n ? 0 : Math.max(0, custodian.height(name) - Number(height) + 1);
      return {
        id: Number(id),
        currency: currency.id,
        currency_name: currency.code,
        network: name,
        number: formatDecimal(amount, currency.scale),
        address: to,
        hash: transaction,
        confirmations: status === 'credited' ? needed : Math.min(above, needed),
        confirmations_needed: needed,
        status,
        created_time: shanghaiTime(seen_at.getTime()),
      };
    },
  );
  return { list, total: Number(count), page: number };
}
