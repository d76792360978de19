import { EARN_BOUNDS } from '@meridian/contract/earn/bounds';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import {
  officeEarnFund,
  officeEarnLocks,
  officeEarnProducts,
  officeEarnProductSave,
  officeEarnSavings,
} from '@meridian/contract/earn/office';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { EarnProduct } from '@meridian/core/earn/earn-commands';
import { MAX_PRODUCT_ID } from '@meridian/core/ledger/accounts';
import { interestOf } from '@meridian/core/earn/interest';
import { formatDecimal } from '@meridian/money/decimal';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { listShown } from '../account/customers-shown.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import { yearRateOfDays } from '../market/percent.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { everybodysLocks, type LockRow } from './queries.ts';
import type { EarnServices } from './routes.ts';
import { currencyOf, endOf } from './translate.ts';

const NONE = [0, 0] as const;

type ProductInput = CallInput<typeof officeEarnProductSave>;

/** Products that pay interest as operators see them. Nothing here takes the number of a lock. */
export function registerEarnOfficeRoutes(gateway: CallRegistry, services: EarnServices): void {
  const { live } = services;
  const gate = new ProjectionGate(services.queries);
  const oneAtATime = inTurn();
  gateway.registerCall(officeEarnProducts, () =>
    live.earn.products().map((product) => productRow(live, product, services.now())),
  );
  gateway.registerCall(
    officeEarnProductSave,
    (context) => oneAtATime(() => saveProduct(services, context)),
    onlyCloses('is_open'),
  );
  gateway.registerCall(officeEarnFund, (context) => fund(services, context));
  gateway.registerCall(officeEarnLocks, async (context) => {
    await gate.reached(live.seq);
    return locksPage(services, context);
  });
  gateway.registerCall(officeEarnSavings, (context) => savingsPage(services, context));
}

async function saveProduct(
  { engine, live }: EarnServices,
  { input, audit }: CallContext<typeof officeEarnProductSave>,
): Promise<{ id: number }> {
  const listed = live.earn.products();
  const before = input.id === undefined ? undefined : live.earn.product(input.id);
  if (input.id !== undefined && before === undefined)
    throw new Refusal('earn_closed', { field: 'id' });
  const id = before?.id ?? Math.max(0, ...listed.map((each) => each.id)) + 1;
  if (id > MAX_PRODUCT_ID) throw new Refusal('number_range', { field: 'id' });
  const product = productOf(live, id, input);
  if (
    before !== undefined &&
    (before.kind !== product.kind || before.currency !== product.currency)
  )
    throw new Refusal('earn_product_fixed', { field: 'kind' });
  const logged = {
    ...(before === undefined ? {} : { before: loggedTerms(live, before) }),
    after: loggedTerms(live, product),
  };
  await submitAudited(
    engine,
    audit,
    {
      action: before === undefined ? 'earn.offer' : 'earn.change',
      subject: `product ${id}`,
      ...logged,
    },
    { kind: 'earn.product', product },
  );
  return { id };
}

function productOf(live: LiveView, id: number, input: ProductInput): EarnProduct {
  const { kind, early_keep_bps: keep, lend_bps: lend = 0 } = input;
  const currency = listedCurrency(live, input.currency);
  const isSavings = kind === 'savings';
  const [min, max] = [amountOf(input.min, currency, 'min'), amountOf(input.max, currency, 'max')];
  if (max < min) throw new Refusal('input_invalid', { field: 'max' });
  return {
    id,
    kind,
    currency: currency.id,
    ratePpb: wholeWithin(input.rate_ppb, EARN_BOUNDS.ratePpb, 'rate_ppb'),
    days: wholeWithin(input.days, isSavings ? NONE : EARN_BOUNDS.days, 'days'),
    min,
    max,
    capacity: amountOf(input.capacity, currency, 'capacity'),
    dayQuota: amountOf(input.day_quota, currency, 'day_quota'),
    ...(keep === undefined
      ? {}
      : {
          earlyKeepBps: wholeWithin(
            keep,
            isSavings ? NONE : EARN_BOUNDS.earlyKeepBps,
            'early_keep_bps',
          ),
        }),
    lendBps: wholeWithin(lend, isSavings ? EARN_BOUNDS.lendBps : NONE, 'lend_bps'),
    isOpen: input.open === '1',
  };
}

/** The terms as the operators who decide on them read them: with the rate of a year, in percent. */
function loggedTerms(live: LiveView, product: EarnProduct) {
  return { year_percent: yearRateOfDays(product.ratePpb), ...termsRow(live, product) };
}

function termsRow(live: LiveView, product: EarnProduct) {
  const { id, kind, currency, ratePpb, days, earlyKeepBps, lendBps, isOpen } = product;
  const { code, scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  return {
    id,
    kind,
    currency,
    currency_name: code,
    rate_ppb: ratePpb,
    days,
    min: text(product.min),
    max: text(product.max),
    capacity: text(product.capacity),
    day_quota: text(product.dayQuota),
    early_keep_bps: earlyKeepBps === undefined ? '' : String(earlyKeepBps),
    lend_bps: lendBps,
    is_open: isOpen,
  };
}

function productRow(
  live: LiveView,
  product: EarnProduct,
  now: number,
): CallOutput<typeof officeEarnProducts>[number] {
  const { id, kind, currency } = product;
  const { scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const { available, held } = live.earn.source(product);
  const principal = live.earn.principal(id);
  const lent = live.earn.lent(product);
  return {
    ...termsRow(live, product),
    principal: text(principal),
    today: text(live.earn.today(id, now)),
    lent: text(lent),
    idle: text(kind === 'savings' ? principal - lent : 0n),
    reserved: text(held),
    budget: text(available),
    running_ppb: live.earn.pool(id).ratePpb,
  };
}

async function fund(
  { engine, live }: EarnServices,
  { input, audit, language }: CallContext<typeof officeEarnFund>,
): Promise<string> {
  const product = live.earn.product(input.product);
  if (product === undefined) throw new Refusal('earn_closed', { field: 'product' });
  const currency = listedCurrency(live, product.currency);
  const amount = amountOf(input.amount, currency, 'amount');
  const { direction } = input;
  // No balances: they move between a proposal and its approval.
  const after = {
    direction,
    currency: currency.code,
    amount: formatDecimal(amount, currency.scale),
  };
  await submitAudited(
    engine,
    audit,
    { action: 'earn.fund', subject: `product ${product.id}`, after },
    { kind: 'earn.fund', product: product.id, direction, amount },
  );
  return textOf(language, 'answer.done');
}

async function locksPage(
  { live, queries }: EarnServices,
  { input, audit }: CallContext<typeof officeEarnLocks>,
): Promise<CallOutput<typeof officeEarnLocks>> {
  const { page = 1, q, product, status } = input;
  const users = q === undefined ? undefined : await customerIds(queries, q);
  const { rows, total } = await everybodysLocks(queries, { page, users, product, status });
  const shown = rows.map(({ user }) => user);
  await audit(listShown('locks.list', input, shown));
  const accounts = await accountsOf(queries, shown);
  return {
    list: rows.map((row) => ({ ...lockRow(live, row), account: accounts.get(row.user) ?? '' })),
    total,
    page,
  };
}

function lockRow(live: LiveView, row: LockRow) {
  const { code, scale } = currencyOf(live, row.currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const isOver = row.endedBy !== '';
  const total = interestOf(row.principal, row.ratePpb, row.days);
  return {
    id: row.id,
    user: row.user,
    product: row.product,
    kind: row.kind,
    currency_name: code,
    principal: text(row.principal),
    rate_ppb: row.ratePpb,
    days: row.days,
    days_paid: row.paidDays,
    interest_paid: text(isOver ? row.kept : row.paid),
    reserved: text(isOver ? 0n : total - row.paid),
    renews: row.renews,
    ended_by: row.endedBy,
    renewed_by: row.renewedBy,
    bought_time: shanghaiTime(row.boughtMs),
    ends_time: shanghaiTime(endOf(row)),
    ended_time: isOver ? shanghaiTime(row.endedMs) : '',
  };
}

async function savingsPage(
  { live, queries }: EarnServices,
  { input, audit }: CallContext<typeof officeEarnSavings>,
): Promise<CallOutput<typeof officeEarnSavings>> {
  const { page = 1, q, product: only } = input;
  const users = q === undefined ? undefined : new Set(await customerIds(queries, q));
  const found = [...live.earn.allSavings()].filter(
    ({ product, user }) =>
      (only === undefined || product === only) && (users === undefined || users.has(user)),
  );
  const rows = found.slice((page - 1) * OFFICE_ROWS, page * OFFICE_ROWS);
  const shown = rows.map(({ user }) => user);
  await audit(listShown('savings.list', input, shown));
  const accounts = await accountsOf(queries, shown);
  const list = rows.map(({ product, user, now }) => {
    const { code, scale } = currencyOf(live, live.earn.product(product)?.currency ?? 0);
    return {
      id: `${product}-${user}`,
      user,
      account: accounts.get(user) ?? '',
      product,
      currency_name: code,
      earning: formatDecimal(now.earning, scale),
      pending: formatDecimal(now.pending, scale),
      interest: formatDecimal(now.interest, scale),
      is_auto: live.earn.autoKeep(product, user) !== undefined,
    };
  });
  return { list, total: found.length, page };
}
