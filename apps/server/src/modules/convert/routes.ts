import type { CallOutput } from '@meridian/contract/schema/call';
import { MOST_SPREAD_BPS, PLAN_DAYS } from '@meridian/contract/convert/bounds';
import {
  convertAccept,
  convertDust,
  convertEndPlan,
  convertMy,
  convertPairs,
  convertPlan,
  convertPlans,
  convertQuote,
  convertSweep,
} from '@meridian/contract/convert/calls';
import type { Command } from '@meridian/core/commands';
import type { Quote } from '@meridian/core/convert/convert-events';
import type { Applied } from '@meridian/core/events';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import { dustOf } from './dust.ts';
import { lastRuns, ownConversions, quoteOf } from './queries.ts';
import {
  conversionRow,
  currencyOf,
  pairRow,
  planRow,
  quoteAnswer,
  textOfAmount,
} from './translate.ts';

export interface ConvertServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly now: () => number;
}

const MINUTES = [0, 1_439] as const;
/** Balances of one sweep. */
const MOST_SWEPT = 50;

/**
 * Conversions. The session says whose account it is; the core sets the price. No call takes a
 * price: an acceptance names a quote, and a sweep only the least amount that it must bring.
 */
export function registerConvertRoutes(gateway: CallRegistry, services: ConvertServices): void {
  const { live, queries, now } = services;
  const gate = new ProjectionGate(queries);
  gateway.registerCall(convertPairs, () =>
    live.convert
      .allTerms()
      .filter(({ isOpen }) => isOpen)
      .map((terms) => pairRow(live, terms, now())),
  );
  gateway.registerCall(convertQuote, (context) => quote(services, gate, context));
  gateway.registerCall(convertAccept, (context) => accept(services, context));
  gateway.registerCall(convertMy, async ({ input: { page = 1 }, session }) => {
    await gate.reached(live.seq);
    const { rows, total } = await ownConversions(queries, session.user as UserId, page);
    return { list: rows.map((row) => conversionRow(live, row)), total, page };
  });
  gateway.registerCall(convertDust, ({ input, session }) => {
    const to = listedCurrency(live, input.to_id, 'to_id');
    return dustAnswer(live, session.user as UserId, to.id);
  });
  gateway.registerCall(convertSweep, (context) => sweep(services, context));
  gateway.registerCall(convertPlans, async ({ session }) => {
    await gate.reached(live.seq);
    const plans = live.convert.plans(session.user as UserId);
    const runs = await lastRuns(
      queries,
      plans.map(({ id }) => id),
    );
    return plans.map((plan) => planRow(live, plan, runs.get(plan.id) ?? []));
  });
  gateway.registerCall(convertPlan, (context) => startPlan(services, context));
  gateway.registerCall(convertEndPlan, (context) => endPlan(services, context));
}

/** Gives a command to the engine; a rejection becomes a refusal of the same code. */
async function submit(engine: ConvertServices['engine'], command: Command): Promise<Applied> {
  const applied = await engine.submit(command);
  if (!applied.outcome.ok) throw new Refusal(applied.outcome.rejection);
  return applied;
}

function idOf({ outcome }: Applied): number {
  return outcome.ok ? (outcome.id ?? 0) : 0;
}

/** The two currencies of a call: listed, and not the same. */
function twoOf(live: LiveView, input: { readonly from_id: number; readonly to_id: number }) {
  const from = listedCurrency(live, input.from_id, 'from_id');
  const to = listedCurrency(live, input.to_id, 'to_id');
  if (from.id === to.id) throw new Refusal('input_invalid', { field: 'to_id' });
  return { from, to };
}

async function quote(
  { engine, live, queries, now }: ConvertServices,
  gate: ProjectionGate,
  { input, session, idempotencyKey }: CallContext<typeof convertQuote>,
): Promise<CallOutput<typeof convertQuote>> {
  const { from, to } = twoOf(live, input);
  const { side, loan_id: loan } = input;
  if (loan === 0) throw new Refusal('loan_not_found', { field: 'loan_id' });
  const user = session.user as UserId;
  const applied = await submit(engine, {
    kind: 'convert.quote',
    user,
    from: from.id,
    to: to.id,
    side,
    amount: amountOf(input.number, side === 'from' ? from : to, 'number'),
    ...(loan === undefined ? {} : { loan }),
    ...keyOf(idempotencyKey),
  });
  const id = idOf(applied);
  const made = quoteMadeBy(applied) ?? live.convert.quote(id);
  if (made !== undefined) return quoteAnswer(live, made, now());
  // The key is repeated after its quote has ended: the table still has it.
  await gate.reached(live.seq);
  const kept = await quoteOf(queries, user, id);
  if (kept === undefined) throw new Refusal('quote_not_found');
  return quoteAnswer(live, kept, now());
}

function quoteMadeBy({ events }: Applied): Quote | undefined {
  for (const event of events) if (event.type === 'quoteMade') return event.quote;
  return undefined;
}

async function accept(
  { engine }: ConvertServices,
  { input: { id }, session, idempotencyKey, language }: CallContext<typeof convertAccept>,
): Promise<CallOutput<typeof convertAccept>> {
  if (id < 1) throw new Refusal('quote_not_found');
  await submit(engine, {
    kind: 'convert.accept',
    user: session.user as UserId,
    quote: id,
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.convert.accepted'), id };
}

function dustAnswer(live: LiveView, user: UserId, to: CurrencyId): CallOutput<typeof convertDust> {
  const hub = live.convert.hub();
  const most = live.convert.allTerms().reduce((top, { dust }) => (dust > top ? dust : top), 0n);
  return {
    list: dustOf(live, user, to).map(({ currency, amount, brings }) => ({
      currency_id: currency,
      currency_name: currencyOf(live, currency).code,
      number: textOfAmount(live, currency, amount),
      brings: textOfAmount(live, to, brings),
    })),
    most: hub === undefined ? '0' : textOfAmount(live, hub.currency, most),
    most_name: hub === undefined ? '' : currencyOf(live, hub.currency).code,
  };
}

async function sweep(
  { engine, live }: ConvertServices,
  { input, session, idempotencyKey, language }: CallContext<typeof convertSweep>,
): Promise<CallOutput<typeof convertSweep>> {
  const to = listedCurrency(live, input.to_id, 'to_id');
  const parsed = parseDecimal(input.least, to.scale);
  if (!parsed.ok || parsed.units < 0n) throw new Refusal('number_syntax', { field: 'least' });
  await submit(engine, {
    kind: 'convert.sweep',
    user: session.user as UserId,
    to: to.id,
    currencies: sweptOf(live, input.ids, to.id),
    least: parsed.units as Amount,
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.convert.swept'), id: 0 };
}

/** The currencies of a sweep, each once, in the order that the core takes. */
function sweptOf(live: LiveView, text: string, to: CurrencyId): CurrencyId[] {
  const ids = [...new Set(text.split(',').map((part) => part.trim()))];
  const isList = ids.length <= MOST_SWEPT && ids.every((id) => /^[1-9][0-9]{0,8}$/.test(id));
  if (!isList) throw new Refusal('input_invalid', { field: 'ids' });
  const currencies = ids.map((id) => listedCurrency(live, Number(id), 'ids').id);
  if (currencies.includes(to)) throw new Refusal('input_invalid', { field: 'ids' });
  return currencies.sort((a, b) => a - b);
}

async function startPlan(
  { engine, live }: ConvertServices,
  { input, session, idempotencyKey, language }: CallContext<typeof convertPlan>,
): Promise<CallOutput<typeof convertPlan>> {
  const { from, to } = twoOf(live, input);
  const everyDays = PLAN_DAYS.find((days) => days === input.every_days);
  if (everyDays === undefined) throw new Refusal('input_invalid', { field: 'every_days' });
  const applied = await submit(engine, {
    kind: 'convert.plan',
    user: session.user as UserId,
    from: from.id,
    to: to.id,
    amount: amountOf(input.number, from, 'number'),
    everyDays,
    minute: wholeWithin(input.minute, MINUTES, 'minute'),
    maxSpreadBps: wholeWithin(input.max_spread_bps, [0, MOST_SPREAD_BPS], 'max_spread_bps'),
    ...keyOf(idempotencyKey),
  });
  const message = textOf(language, 'answer.convert.planned');
  return { type: 'ok', message, id: idOf(applied) };
}

async function endPlan(
  { engine }: ConvertServices,
  { input: { id }, session, idempotencyKey, language }: CallContext<typeof convertEndPlan>,
): Promise<CallOutput<typeof convertEndPlan>> {
  if (id < 1) throw new Refusal('plan_not_found');
  await submit(engine, {
    kind: 'convert.endPlan',
    user: session.user as UserId,
    plan: id,
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.convert.planEnded'), id };
}
