import type { CallOutput } from '@meridian/contract/schema/call';
import {
  cancelWithdrawal,
  checkAddress,
  confirmBegin,
  CUSTODY_ROWS,
  withdraw,
  withdrawals,
  withdrawInfo,
} from '@meridian/contract/custody/calls';
import { chosenNetwork } from '@meridian/contract/custody/networks';
import type { Language } from '@meridian/contract/languages';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { originOf } from '../account/device.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { nameOfNetwork, networkId } from './chain-networks.ts';
import { lookAlikes } from './look-alikes.ts';
import type { CustodyServices } from './custody-services.ts';
import { addressOfCall, networkOfCall } from './network-of-call.ts';
import { holdOf } from './hold-texts.ts';
import { forecastOf, holdOfRow } from './withdrawal-forecast.ts';
import { requireAllowed, risksOf } from './withdrawal-rules.ts';
import {
  requireSame,
  type Confirmation,
  type WithdrawalTerms,
} from './withdrawal-confirmations.ts';
import { isBehind, stateOf, waitEnd } from './withdrawal-state.ts';
import { withdrawalInfo } from './withdrawal-translate.ts';

/** Calls that request, list and cancel withdrawals. */
export function registerWithdrawalRoutes(
  gateway: CallRegistry,
  services: CustodyServices,
  gate: ProjectionGate,
): void {
  const { engine, live } = services;
  gateway.registerCall(withdrawInfo, (context) => info(services, context));
  gateway.registerCall(checkAddress, (context) => check(services, context));
  gateway.registerCall(confirmBegin, (context) => confirm(services, gate, context));
  gateway.registerCall(withdraw, (context) => request(services, gate, context));
  gateway.registerCall(withdrawals, async (context) => {
    await gate.reached(live.seq);
    return page(services, context);
  });
  gateway.registerCall(
    cancelWithdrawal,
    async ({ input, session, language, idempotencyKey: key }) => {
      if (input.id === 0) throw new Refusal('withdrawal_not_found', { field: 'id' });
      const { outcome } = await engine.submit({
        kind: 'custody.cancel',
        user: session.user,
        withdrawal: input.id,
        ...(key === undefined ? {} : { key }),
      });
      if (!outcome.ok) throw new Refusal(outcome.rejection);
      return textOf(language, 'answer.custody.cancelled');
    },
  );
}

async function info(
  services: CustodyServices,
  { input, session }: CallContext<typeof withdrawInfo>,
) {
  const { live, queries } = services;
  const currency = listedCurrency(live, input.currency);
  const network = networkOfCall(services, currency, input.type);
  const dayLimit = await services.dayLimitOf(session.user);
  const { withdrawals_held_until: until } = await queries
    .selectFrom('users')
    .select('withdrawals_held_until')
    .where('id', '=', BigInt(session.user))
    .executeTakeFirstOrThrow();
  return withdrawalInfo(live, session.user, { currency, network, dayLimit, heldUntil: until });
}

async function check(
  services: CustodyServices,
  { input, session }: CallContext<typeof checkAddress>,
): Promise<CallOutput<typeof checkAddress>> {
  const { live, queries, bitcoinNetwork } = services;
  const network = networkOfCall(services, listedCurrency(live, input.currency), input.type);
  const address = addressOfCall(network.name, input.address, bitcoinNetwork);
  await requireAllowed({ queries, live }, { user: session.user, network: network.id, address });
  const [look_alike = ''] = await lookAlikes(queries, [{ user: BigInt(session.user), address }]);
  return { address, look_alike };
}

/** A call's withdrawal, in the core's words. */
function termsOf(
  services: CustodyServices,
  { currency: id, type, number, address: text }: CallContext<typeof confirmBegin>['input'],
): WithdrawalTerms {
  const currency = listedCurrency(services.live, id);
  const network = networkOfCall(services, currency, type);
  return {
    currency,
    network,
    amount: amountOf(number, currency, 'number'),
    address: addressOfCall(network.name, text, services.bitcoinNetwork),
  };
}

async function confirm(
  services: CustodyServices,
  gate: ProjectionGate,
  context: CallContext<typeof confirmBegin>,
): Promise<CallOutput<typeof confirmBegin>> {
  const { live, queries, confirmations } = services;
  const { input, session, origin, language } = context;
  const terms = termsOf(services, input);
  await confirmations.requireProof(session);
  await requireAllowed(
    { queries, live },
    { user: session.user, network: terms.network.id, address: terms.address },
  );
  await gate.reachedOrOlder(live.seq);
  const forecast = await forecastOf({ queries, live }, { session, ...terms });
  const begun = await confirmations.begin(
    { session, origin, from: originOf(context) },
    terms,
    forecast,
  );
  const { isReviewed, waitsUntilMs } = forecast;
  return {
    ...begun,
    is_reviewed: isReviewed ? 1 : 0,
    waits_until: waitsUntilMs === 0 ? '' : shanghaiTime(waitsUntilMs),
    ...holdOf(language, forecast),
  };
}

async function request(
  services: CustodyServices,
  gate: ProjectionGate,
  context: CallContext<typeof withdraw>,
): Promise<string> {
  const { engine, live, queries, custodian, confirmations, securityLog } = services;
  const { input, session, language, idempotencyKey: key } = context;
  const { ticket, value } = input;
  // A client from before confirmations sends neither: it is told to confirm, not to fill in.
  if (ticket === undefined || value === undefined)
    throw new Refusal('confirmation_invalid', { field: 'ticket' });
  const before = key === undefined ? undefined : await confirmations.proven(session, ticket, key);
  // A repetition of an answered request gets the same answer, also after changes since then.
  if (before !== undefined) {
    requireSame(before, wantedOf(services, input, before));
    if (before.withdrawal !== null) return toldOf(services, language, before.withdrawal);
    if (before.refusal !== null) throw new Refusal(before.refusal);
  }
  const { network, amount, address, fee } =
    before === undefined
      ? await provenTerms(services, gate, context, { ticket, value })
      : {
          network: { id: before.network },
          amount: before.amount as Amount,
          address: before.address,
          fee: before.fee,
        };
  const risks = await risksOf({ queries, live }, session);
  const recipient = await recipientOf(custodian, network.id, address);
  const dayLimitNow = await services.dayLimitOf(session.user);
  // The core leaves risks and limits out of a key's fingerprint, so a retry gets the first answer
  // although they may have changed.
  const command = {
    kind: 'custody.withdraw',
    user: session.user,
    network: network.id,
    amount,
    address,
    recipient,
    dayLimit: dayLimitNow,
    approvals: 0,
    risks,
    ...(fee === null ? {} : { mostFee: fee as Amount }),
  } as const;
  const { outcome, seq } = await engine.submit({
    ...command,
    ...(key === undefined ? {} : { key }),
  });
  if (!outcome.ok) {
    await confirmations.answered(session, ticket, { refusal: outcome.rejection });
    throw new Refusal(outcome.rejection);
  }
  const id = BigInt(outcome.id ?? 0);
  // First of all: operators who decide it see how it was confirmed.
  await confirmations.answered(session, ticket, { withdrawal: id });
  await securityLog.record(session.user, 'withdrawal_requested', originOf(context));
  if (recipient === 0) return textOf(language, 'answer.custody.requested');
  // The withdrawal is made: a late projection must not turn it into an error.
  await gate.reachedOrOlder(seq);
  return toldOf(services, language, id);
}

/** The terms of a request and its confirmed fee, after every check but the core's. */
async function provenTerms(
  services: CustodyServices,
  gate: ProjectionGate,
  context: CallContext<typeof withdraw>,
  proof: { readonly ticket: string; readonly value: string },
): Promise<WithdrawalTerms & Pick<Confirmation, 'fee'>> {
  const { live, queries, custodian, confirmations } = services;
  const { input, session, origin, idempotencyKey: key } = context;
  const terms = termsOf(services, input);
  const { network, address } = terms;
  await confirmations.requireProof(session);
  await gate.reached(live.seq);
  await requireAllowed({ queries, live }, { user: session.user, network: network.id, address });
  // Customers pay each other inside the exchange, but never the house.
  if ((await recipientOf(custodian, network.id, address)) === SYSTEM.house)
    throw new Refusal('address_invalid', { field: 'address' });
  // The last check before the core: an earlier refusal must not use up the code.
  const fee = await confirmations.prove(
    { session, origin, from: originOf(context) },
    { ...proof, key },
    terms,
  );
  return { ...terms, fee };
}

/** The requested terms, on a network that may be closed by now. */
function wantedOf(
  { live, bitcoinNetwork }: CustodyServices,
  { currency: id, type, number, address }: CallContext<typeof withdraw>['input'],
  { network }: Confirmation,
) {
  const currency = listedCurrency(live, id);
  const wanted = type === undefined ? undefined : chosenNetwork(type);
  return {
    currency,
    network: { id: wanted === undefined ? network : networkId(wanted) },
    amount: amountOf(number, currency, 'number'),
    address: addressOfCall(nameOfNetwork(network), address, bitcoinNetwork),
  };
}

/** The user who owns an address; 0 for a wallet outside the exchange. */
async function recipientOf(
  { addresses }: CustodyServices['custodian'],
  network: number,
  address: string,
): Promise<number> {
  return addresses === undefined ? 0 : addresses.ownerOf(nameOfNetwork(network), address);
}

/** The message to the customer about a withdrawal that was made. */
async function toldOf(
  { queries }: CustodyServices,
  language: Language,
  id: bigint,
): Promise<string> {
  const row = await queries
    .selectFrom('withdrawals')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status === 'inSite'
    ? textOf(language, 'answer.custody.inSite')
    : textOf(language, 'answer.custody.requested');
}

async function page(
  { live, queries }: CustodyServices,
  { input, session, language }: CallContext<typeof withdrawals>,
) {
  const number = input.page ?? 1;
  let found = queries
    .selectFrom('withdrawals')
    .where('withdrawals.user_id', '=', BigInt(session.user));
  if (input.currency !== undefined)
    found = found.where('withdrawals.currency', '=', listedCurrency(live, input.currency).id);
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('chain_transfers', 'chain_transfers.withdrawal', 'withdrawals.id')
    .leftJoin('withdrawal_rejections', 'withdrawal_rejections.withdrawal', 'withdrawals.id')
    .leftJoin('confirmed_fees', 'confirmed_fees.withdrawal', 'withdrawals.id')
    .leftJoin('withdrawal_risks', 'withdrawal_risks.withdrawal', 'withdrawals.id')
    .selectAll('withdrawals')
    .select(['chain_transfers.signed', 'withdrawal_rejections.reason'])
    .select(['confirmed_fees.fee as confirmedFee', 'withdrawal_risks.flags'])
    .select(isBehind.as('is_behind'))
    .orderBy('withdrawals.id', 'desc')
    .limit(CUSTODY_ROWS)
    .offset((number - 1) * CUSTODY_ROWS)
    .execute();
  const list = rows.map((row) => {
    const {
      id,
      currency: of,
      network,
      amount,
      address,
      status,
      transaction,
      signed,
      reason,
      requested_ms,
    } = row;
    const currency = listedCurrency(live, of);
    const text = (units: bigint): string => formatDecimal(units, currency.scale);
    const { fee } = live.custody.shownWithdrawal(row);
    const isCancellable = status === 'requested' || status === 'approved';
    return {
      id: Number(id),
      currency: currency.id,
      currency_name: currency.code,
      network: nameOfNetwork(network),
      number: text(amount),
      fee: text(fee),
      received: text(amount > fee ? amount - fee : 0n),
      address,
      status: stateOf(row, live.timeMs),
      waits_until: waitEnd(row, live.timeMs),
      ...holdOf(language, holdOfRow(live, row)),
      reason: status === 'rejected' ? (reason ?? '') : '',
      is_cancellable: isCancellable ? (1 as const) : (0 as const),
      hash: transaction === '' ? (signed?.txid ?? '') : transaction,
      created_time: shanghaiTime(Number(requested_ms)),
    };
  });
  return { list, total: Number(count), page: number };
}
