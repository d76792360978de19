import type { CallOutput } from '@meridian/contract/schema/call';
import {
  EARN_ROWS,
  earnBalanceSheet,
  earnCalendar,
  earnStatement,
  pledgeBuy,
  pledgeExit,
  pledgeLocks,
  pledgeProducts,
  savingsAuto,
  savingsBuy,
  savingsOwn,
  savingsProducts,
  savingsRates,
  savingsRedeem,
  wealthBuy,
  wealthExit,
  wealthExitTable,
  wealthLocks,
  wealthProducts,
  wealthRenew,
} from '@meridian/contract/earn/calls';
import type { EarnKind, EarnProduct } from '@meridian/core/earn/earn-commands';
import type { Lock } from '@meridian/core/earn/earn-events';
import { interestOf, keptEarly } from '@meridian/core/earn/interest';
import type { UserId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { keptFor } from '../../kept-for.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, amountOrAll, listedCurrency } from '../market/currency-of-call.ts';
import { interestDays } from './interest-days.ts';
import { percentOfPpb } from '../market/percent.ts';
import { locksOf, ratesOf, sheetSums } from './queries.ts';
import {
  currencyOf,
  dayText,
  lockProduct,
  ownLock,
  ownSaving,
  savingsProduct,
  sheetRow,
  shownProducts,
  unlockOf,
} from './translate.ts';

/** Most age of the 30 days' sums: anybody may ask, and they add up everybody's interest. */
const SHEET_FRESH_MS = 60_000;

export interface EarnServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly now: () => number;
}

/** Products that pay interest. The session says whose account it is. */
export function registerEarnRoutes(gateway: CallRegistry, services: EarnServices): void {
  registerLockRoutes(gateway, services);
  registerSavingsRoutes(gateway, services);
  const { live, queries, now } = services;
  const gate = new ProjectionGate(queries);
  const sumsNow = keptFor(SHEET_FRESH_MS, now, async () => {
    await gate.reached(live.seq);
    return sheetSums(queries, now());
  });
  gateway.registerCall(earnBalanceSheet, async () => {
    const sums = await sumsNow();
    const none = { income: 0n, paid: 0n, losses: 0n, paidDays: 0 };
    return {
      data: live.earn
        .products()
        .map((product) => sheetRow(live, product, sums.get(product.id) ?? none)),
    };
  });
  gateway.registerCall(earnCalendar, ({ session }) => ({
    data: live.earn
      .locks(session.user as UserId)
      .map((lock) => unlockOf(live, lock))
      .sort((a, b) => a.ends_at - b.ends_at || a.lock - b.lock),
  }));
  gateway.registerCall(earnStatement, async ({ input: { page = 1 }, session }) => {
    await gate.reached(live.seq);
    const data = await interestDays(services, session.user as UserId, {
      limit: EARN_ROWS,
      offset: (page - 1) * EARN_ROWS,
      order: 'newest',
    });
    return { data, page, limit: EARN_ROWS };
  });
}

function registerLockRoutes(gateway: CallRegistry, services: EarnServices): void {
  const { live, queries, now } = services;
  const gate = new ProjectionGate(queries);
  const products = (kind: Lock['kind'], user: UserId | undefined) => ({
    data: shownProducts(live, kind, user).map((each) => lockProduct(live, each, user, now())),
  });
  const locks = async (kind: Lock['kind'], user: UserId, page: number) => {
    await gate.reached(live.seq);
    const rows = await locksOf(queries, user, { kind, page });
    return { data: rows.map((row) => ownLock(live, row, now())), page, limit: EARN_ROWS };
  };
  gateway.registerCall(wealthProducts, ({ session }) => products('wealth', session?.user));
  gateway.registerCall(pledgeProducts, ({ session }) => products('pledge', session?.user));
  gateway.registerCall(wealthLocks, ({ input: { page = 1 }, session }) =>
    locks('wealth', session.user, page),
  );
  gateway.registerCall(pledgeLocks, ({ input: { page = 1 }, session }) =>
    locks('pledge', session.user, page),
  );
  gateway.registerCall(wealthBuy, (context) => buy(services, 'wealth', context));
  gateway.registerCall(pledgeBuy, (context) => buy(services, 'pledge', context));
  gateway.registerCall(wealthExit, (context) => exit(services, 'wealth', context));
  gateway.registerCall(pledgeExit, (context) => exit(services, 'pledge', context));
  gateway.registerCall(wealthRenew, async ({ input, session, idempotencyKey, language }) => {
    if (input.id < 1) throw new Refusal('lock_not_found');
    const renews = input.renews === '1';
    await submit(services.engine, {
      kind: 'earn.renew',
      user: session.user as UserId,
      lock: input.id,
      renews,
      ...keyOf(idempotencyKey),
    });
    return textOf(language, renews ? 'answer.earn.renewOn' : 'answer.earn.renewOff');
  });
  gateway.registerCall(wealthExitTable, ({ input }) => {
    const product = live.earn.product(input.id);
    if (product === undefined || product.kind === 'savings') throw new Refusal('earn_closed');
    return exitTable(live, product, input.number);
  });
}

function registerSavingsRoutes(gateway: CallRegistry, services: EarnServices): void {
  const { live, queries, now } = services;
  const gate = new ProjectionGate(queries);
  gateway.registerCall(savingsProducts, ({ session }) => ({
    data: shownProducts(live, 'savings', session?.user).map((each) =>
      savingsProduct(live, each, session?.user, now()),
    ),
  }));
  gateway.registerCall(savingsOwn, ({ session }) => ({
    data: live.earn
      .products()
      .map((product) => ownSaving(live, product, session.user as UserId))
      .filter((saving) => saving !== undefined),
  }));
  gateway.registerCall(savingsBuy, async ({ input, session, idempotencyKey, language }) => {
    const product = productOf(live, input.id, ['savings']);
    await submit(services.engine, {
      kind: 'earn.save',
      user: session.user as UserId,
      product: product.id,
      amount: amountIn(live, product, input.number),
      ...keyOf(idempotencyKey),
    });
    return textOf(language, 'answer.earn.saved');
  });
  gateway.registerCall(savingsRedeem, async ({ input, session, idempotencyKey, language }) => {
    const product = live.earn.product(input.id);
    if (product?.kind !== 'savings') throw new Refusal('saving_not_found', { field: 'id' });
    await submit(services.engine, {
      kind: 'earn.redeem',
      user: session.user as UserId,
      product: product.id,
      amount: amountOrAll(input, listedCurrency(live, product.currency)),
      ...keyOf(idempotencyKey),
    });
    return textOf(language, 'answer.earn.redeemed');
  });
  gateway.registerCall(savingsAuto, async ({ input, session, idempotencyKey, language }) => {
    const product = productOf(live, input.id, ['savings']);
    const { keep } = input;
    const isOn = input.is_on === '1';
    await submit(services.engine, {
      kind: 'earn.auto',
      user: session.user as UserId,
      product: product.id,
      isOn,
      keep:
        keep === undefined || /^0+(?:\.0+)?$/.test(keep)
          ? (0n as Amount)
          : amountIn(live, product, keep, 'keep'),
      ...keyOf(idempotencyKey),
    });
    return textOf(language, isOn ? 'answer.earn.autoOn' : 'answer.earn.autoOff');
  });
  gateway.registerCall(savingsRates, async ({ input: { id, page = 1 } }) => {
    const product = productOf(live, id, ['savings']);
    await gate.reached(live.seq);
    const { scale } = currencyOf(live, product.currency);
    const data = (await ratesOf(queries, id, page)).map((row) => ({
      day: dayText(row.day),
      rate: percentOfPpb(row.ratePpb),
      wanted: percentOfPpb(row.wantedPpb),
      is_cut: row.ratePpb < row.wantedPpb ? (1 as const) : (0 as const),
      earned_on: formatDecimal(row.earned, scale),
      interest: formatDecimal(row.paid, scale),
    }));
    return { data, page, limit: EARN_ROWS };
  });
}

/** A listed product of these kinds; the engine says whether it is open. */
function productOf(live: LiveView, id: number, kinds: readonly EarnKind[]): EarnProduct {
  const product = live.earn.product(id);
  if (product === undefined || !kinds.includes(product.kind))
    throw new Refusal('earn_closed', { field: 'id' });
  return product;
}

function amountIn(
  live: LiveView,
  { currency }: EarnProduct,
  text: string,
  field = 'number',
): Amount {
  return amountOf(text, listedCurrency(live, currency), field);
}

async function buy(
  services: EarnServices,
  kind: Lock['kind'],
  {
    input,
    session,
    idempotencyKey,
    language,
  }: CallContext<typeof wealthBuy> | CallContext<typeof pledgeBuy>,
): Promise<CallOutput<typeof wealthBuy>> {
  const product = productOf(services.live, input.id, [kind]);
  const { id = 0 } = await submit(services.engine, {
    kind: 'earn.lock',
    user: session.user as UserId,
    product: product.id,
    amount: amountIn(services.live, product, input.number),
    renews: input.renews === '1',
    ...keyOf(idempotencyKey),
  });
  return { text: textOf(language, 'answer.earn.locked'), id };
}

async function exit(
  services: EarnServices,
  kind: Lock['kind'],
  {
    input: { id },
    session,
    idempotencyKey,
    language,
  }: CallContext<typeof wealthExit> | CallContext<typeof pledgeExit>,
): Promise<string> {
  // One that is over is the engine's to answer: it knows the keys of those that ended it. All
  // answers are alike, so that none tells of a foreign lock whether it runs.
  const isOther = (services.live.earn.lock(id)?.kind ?? kind) !== kind;
  if (id < 1 || isOther) throw new Refusal('lock_not_found');
  await submit(services.engine, {
    kind: 'earn.exit',
    user: session.user as UserId,
    lock: id,
    ...keyOf(idempotencyKey),
  });
  return textOf(language, 'answer.earn.exited');
}

/** By the core's own arithmetic, so that the table cannot differ from the interest that is paid. */
function exitTable(
  live: LiveView,
  product: EarnProduct,
  number: string,
): CallOutput<typeof wealthExitTable> {
  const { ratePpb, days, earlyKeepBps, currency } = product;
  const { scale } = currencyOf(live, currency);
  const amount = amountIn(live, product, number);
  return Array.from({ length: days }, (_, index) => {
    const paid = interestOf(amount, ratePpb, index + 1);
    const isLast = index + 1 === days;
    return {
      day: index + 1,
      interest: formatDecimal(paid, scale),
      kept:
        earlyKeepBps === undefined
          ? ''
          : formatDecimal(isLast ? paid : keptEarly(paid, earlyKeepBps), scale),
    };
  });
}
