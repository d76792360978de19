import { ADDRESS_WAIT_HOURS, MAX_ADDRESSES } from '@meridian/contract/custody/bounds';
import {
  addAddress,
  addresses,
  deleteAddress,
  setWhitelist,
  whitelist,
} from '@meridian/contract/custody/calls';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { originOf } from '../account/device.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { nameOfNetwork } from './chain-networks.ts';
import type { CustodyServices } from './custody-services.ts';
import { addressOfCall, networkOfCall } from './network-of-call.ts';
import { arrivedOf } from './withdrawal-forecast.ts';

const WAIT_MS = ADDRESS_WAIT_HOURS * 3_600_000;

/** Calls of the address book, and of the switch that limits withdrawals to it. */
export function registerAddressRoutes(gateway: CallRegistry, services: CustodyServices): void {
  const { queries, securityLog, live } = services;
  gateway.registerCall(addresses, async ({ input, session }) => {
    const isBookOnly = await isWhitelistOn(services, session.user);
    const rows = await queries
      .selectFrom('withdrawal_addresses')
      .selectAll()
      .where('user_id', '=', BigInt(session.user))
      .where('removed_at', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    const arrived = await arrivedOf(services, session.user);
    return rows.flatMap(({ id, network, address, notes, created_at }) => {
      const currency = listedCurrency(live, live.custody.network(network)?.currency ?? 0);
      if (input.currency !== undefined && currency.id !== input.currency) return [];
      const usableMs = created_at.getTime() + WAIT_MS;
      const waits = live.custody.network(network)?.newAddressWaitMs !== 0;
      const first_waits = waits && !arrived(network, address) ? (1 as const) : (0 as const);
      const usable_time = isBookOnly && usableMs > Date.now() ? shanghaiTime(usableMs) : '';
      return [
        {
          id: Number(id),
          currency: currency.id,
          currency_name: currency.code,
          network: nameOfNetwork(network),
          address,
          notes,
          created_time: shanghaiTime(created_at.getTime()),
          usable_time,
          first_waits,
        },
      ];
    });
  });
  gateway.registerCall(addAddress, (context) => add(services, context));
  gateway.registerCall(deleteAddress, async (context) => {
    const { input, session, language } = context;
    const { numUpdatedRows } = await queries
      .updateTable('withdrawal_addresses')
      .set({ removed_at: new Date() })
      .where('id', '=', BigInt(input.address_id))
      .where('user_id', '=', BigInt(session.user))
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('address_not_found', { field: 'address_id' });
    await securityLog.record(session.user, 'address_removed', originOf(context));
    return textOf(language, 'answer.custody.addressRemoved');
  });
  gateway.registerCall(whitelist, async ({ session }) => ({
    enabled: (await isWhitelistOn(services, session.user)) ? (1 as const) : (0 as const),
  }));
  gateway.registerCall(setWhitelist, (context) => switchWhitelist(services, context));
}

async function add(
  services: CustodyServices,
  context: CallContext<typeof addAddress>,
): Promise<string> {
  const { queries, access, securityLog, live, bitcoinNetwork } = services;
  const { input, session, language } = context;
  const network = networkOfCall(
    services,
    listedCurrency(live, input.currency_id, 'currency_id'),
    input.type,
  );
  const address = addressOfCall(network.name, input.address, bitcoinNetwork);
  await access.requireStepUp(session);
  const own = await queries
    .selectFrom('withdrawal_addresses')
    .select(['network', 'address'])
    .where('user_id', '=', BigInt(session.user))
    .where('removed_at', 'is', null)
    .execute();
  if (own.length >= MAX_ADDRESSES) throw new Refusal('addresses_too_many');
  const row = {
    user_id: BigInt(session.user),
    network: network.id,
    address,
    notes: input.notes ?? '',
    created_at: new Date(),
    removed_at: null,
  };
  const added = await queries
    .insertInto('withdrawal_addresses')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw new Refusal('address_known', { field: 'address' });
  await securityLog.record(session.user, 'address_added', originOf(context));
  return textOf(language, 'answer.custody.addressAdded');
}

async function switchWhitelist(
  services: CustodyServices,
  context: CallContext<typeof setWhitelist>,
): Promise<string> {
  const { queries, access, securityLog } = services;
  const { input, session, language } = context;
  await access.requireStepUp(session);
  const isOn = input.enabled === '1';
  const wasOn = await isWhitelistOn(services, session.user);
  const make = () =>
    queries
      .updateTable('users')
      .set({ withdraws_to_book_only: isOn })
      .where('id', '=', BigInt(session.user))
      .execute();
  const origin = originOf(context);
  if (!isOn && wasOn)
    await securityLog.change(session.user, { kind: 'whitelist_disabled', origin, make });
  else await make();
  if (isOn && !wasOn) await securityLog.record(session.user, 'whitelist_enabled', origin);
  return isOn
    ? textOf(language, 'answer.custody.whitelistOn')
    : textOf(language, 'answer.custody.whitelistOff', { hours: WITHDRAWAL_HOLD_HOURS });
}

async function isWhitelistOn({ queries }: CustodyServices, user: number): Promise<boolean> {
  const row = await queries
    .selectFrom('users')
    .select('withdraws_to_book_only')
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  return row.withdraws_to_book_only;
}
