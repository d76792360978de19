import type { CallOutput } from '@meridian/contract/schema/call';
import { TICKETS_PER_PAGE } from '@meridian/contract/seconds/bounds';
import {
  DEFAULT_MICRO_CURRENCY,
  insuranceBuy,
  insuranceCancel,
  secondsTickets,
  secondsSubmit,
  secondsTicket,
  secondsTicks,
  MOST_TICKS,
  payableCurrencies,
  secondsOptions,
  TICKET_STATUS,
  TICKET_TYPE,
} from '@meridian/contract/seconds/calls';
import type { UserId } from '@meridian/core/ids';
import type { OpenTicket } from '@meridian/core/seconds/seconds-commands';
import { formatPrice } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { amountOf, bpsOf, listedCurrency } from '../market/currency-of-call.ts';
import { pairOf, symbolOf } from '../market/translate.ts';
import { closedTicket, closedTickets, ticksOf } from './queries.ts';
import { submit } from './submit-command.ts';
import {
  closedOrder,
  payableCurrency,
  publicTicket,
  runningOrder,
  secondsOptionsOf,
  termsOf,
} from './translate.ts';

/** The least and the greatest payout and fee of any terms, both allowed. */
const PAYOUT_BPS = [1, 100_000] as const;
const FEE_BPS = [0, 1_000] as const;

export interface SecondsServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly now: () => number;
}

/**
 * Seconds contracts and their insurance. The session says whose account it is; the exchange's own
 * prices settle the contracts.
 */
export function registerSecondsRoutes(gateway: CallRegistry, services: SecondsServices): void {
  const { live, queries } = services;
  const gate = new ProjectionGate(queries);
  gateway.registerCall(payableCurrencies, ({ input, session }) => {
    return termsOf(live, input.match_id).map((terms) =>
      payableCurrency(live, terms, session?.user),
    );
  });
  gateway.registerCall(secondsOptions, ({ input }) => {
    const { match_id: market, currency_id: currency = DEFAULT_MICRO_CURRENCY } = input;
    const terms = termsOf(live, market).find((each) => each.currency === currency);
    return terms === undefined ? [] : secondsOptionsOf(live, terms);
  });
  gateway.registerCall(secondsSubmit, (context) => open(services, context));
  gateway.registerCall(secondsTickets, async (context) => {
    if (Number(context.input.status ?? TICKET_STATUS.running) === TICKET_STATUS.closed)
      await gate.reached(live.seq);
    return lists(services, context);
  });
  gateway.registerCall(insuranceBuy, (context) => insure(services, context));
  gateway.registerCall(insuranceCancel, async ({ input, session, idempotencyKey, language }) => {
    if (input.id < 1) throw new Refusal('insurance_not_found');
    await submit(services, {
      kind: 'seconds.endInsurance',
      user: session.user as UserId,
      policy: input.id,
      ...keyOf(idempotencyKey),
    });
    return { type: 'ok' as const, message: textOf(language, 'answer.seconds.ended'), id: input.id };
  });
  gateway.registerCall(secondsTicks, (context) => ticks(services, gate, context));
  gateway.registerCall(secondsTicket, async ({ input }) => {
    await gate.reached(live.seq);
    const row = await closedTicket(queries, input.id);
    // One that runs is answered like one that never was.
    if (row === undefined) throw new Refusal('ticket_not_found', { field: 'id' });
    return publicTicket(live, row);
  });
}

async function open(
  services: SecondsServices,
  { input, session, idempotencyKey, language }: CallContext<typeof secondsSubmit>,
): Promise<CallOutput<typeof secondsSubmit>> {
  const { live } = services;
  const { match_id: market, currency_id, type, seconds, number } = input;
  if (live.market(market) === undefined) throw new Refusal('market_unknown');
  const currency = listedCurrency(live, currency_id, 'currency_id');
  const stake = amountOf(number, currency, 'number');
  // Out of the range of the command's field: no such duration is offered either.
  if (seconds < 1 || seconds > 86_400) throw new Refusal('duration_not_offered');
  const direction = Number(type) === TICKET_TYPE.up ? 'up' : 'down';
  const id = await submit(services, {
    kind: 'seconds.open',
    user: session.user as UserId,
    market,
    currency: currency.id,
    stake,
    direction,
    seconds,
    ...seenTerms(input),
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.seconds.opened'), id };
}

/** The payout and the fee that the customer saw; absent where the call does not say. */
function seenTerms({
  seen_payout: payout,
  seen_fee: fee,
}: CallContext<typeof secondsSubmit>['input']): Pick<OpenTicket, 'seenPayoutBps' | 'seenFeeBps'> {
  return {
    ...(payout === undefined ? {} : { seenPayoutBps: bpsOf(payout, PAYOUT_BPS, 'seen_payout') }),
    ...(fee === undefined ? {} : { seenFeeBps: bpsOf(fee, FEE_BPS, 'seen_fee') }),
  };
}

async function insure(
  services: SecondsServices,
  { input, session, idempotencyKey, language }: CallContext<typeof insuranceBuy>,
): Promise<CallOutput<typeof insuranceBuy>> {
  const { live } = services;
  const offer = live.seconds.offers().find(({ id }) => id === input.insurance_type);
  if (offer === undefined) throw new Refusal('insurance_closed');
  const amount = amountOf(input.number, listedCurrency(live, offer.currency), 'number');
  const id = await submit(services, {
    kind: 'seconds.insure',
    user: session.user as UserId,
    offer: offer.id,
    amount,
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.seconds.insured'), id };
}

async function ticks(
  { live, queries }: SecondsServices,
  gate: ProjectionGate,
  { input }: CallContext<typeof secondsTicks>,
): Promise<CallOutput<typeof secondsTicks>> {
  const market = live.market(input.match_id);
  if (market === undefined || isPlayMarket(market.id)) throw new Refusal('market_unknown');
  await gate.reached(live.seq);
  const pair = pairOf(live, market);
  const found = await ticksOf(queries, market.id, {
    after: 0,
    fromMs: input.from_ms,
    toMs: input.to_ms,
    limit: MOST_TICKS + 1,
  });
  const shown = found
    .slice(0, MOST_TICKS)
    .map(
      ({
        seq,
        timeMs,
        priceTicks,
        quotedMs,
        sources,
      }): [number, number, string, number, number] => [
        seq,
        timeMs,
        formatPrice(priceTicks, pair.scale),
        quotedMs,
        sources,
      ],
    );
  return { symbol: symbolOf(pair), ticks: shown, is_complete: found.length <= MOST_TICKS };
}

async function lists(
  { live, queries, now }: SecondsServices,
  { input, session }: CallContext<typeof secondsTickets>,
): Promise<CallOutput<typeof secondsTickets>> {
  const { page = 1, match_id: market } = input;
  const limit = Math.min(Math.max(input.limit ?? TICKETS_PER_PAGE, 1), TICKETS_PER_PAGE);
  const about = { page, limit, now: now() };
  if (Number(input.status ?? TICKET_STATUS.running) === TICKET_STATUS.closed) {
    const rows = await closedTickets(queries, session.user as UserId, {
      page,
      limit,
      market: undefined,
    });
    return { data: rows.map((row) => closedOrder(live, row)), ...about };
  }
  const running = live.seconds
    .tickets(session.user as UserId)
    .filter((ticket) => market === undefined || ticket.market === market);
  return {
    data: running
      .slice((page - 1) * limit, page * limit)
      .map((ticket) => runningOrder(live, ticket, about.now)),
    ...about,
  };
}
