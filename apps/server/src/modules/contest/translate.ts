import { maskedAccount } from '@meridian/contract/account/masked-account';
import type { contestInfo, contestRanking } from '@meridian/contract/contest/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import type { LiveView } from '../live-view.ts';
import { PLAY_ID } from '../market/play-money.ts';
import { pairOf, symbolOf } from '../market/translate.ts';
import type { SeasonRow } from './contest-tables.ts';
import { PLAY, priceCurrency } from './play-catalog.ts';
import { prizeOf, returnBps, type Place } from './ranking.ts';

type Info = CallOutput<typeof contestInfo>;

export function playText(units: bigint): string {
  return formatDecimal(units, PLAY.scale);
}

export function returnText(equity: bigint, { start_balance }: SeasonRow): string {
  return formatFixed(returnBps(equity, start_balance), 2);
}

/** A prize of this rank; '' for none. */
export function prizeText(live: LiveView, rank: number, { prizes }: SeasonRow): string {
  const prize = prizeOf(rank, prizes);
  return prize === 0n ? '' : formatDecimal(prize, priceCurrency(live).scale);
}

/** @param participants how many there are */
export function seasonAnswer(
  live: LiveView,
  { id, name, state, start_at, end_at, start_balance, prizes }: SeasonRow,
  participants: number,
) {
  const currency = priceCurrency(live);
  return {
    id: Number(id),
    name,
    state,
    start_time: start_at.getTime(),
    end_time: end_at.getTime(),
    start_balance: playText(start_balance),
    participants,
    prize_currency: currency.code,
    prizes: prizes.map(({ from, to, amount }) => ({
      from_rank: from,
      to_rank: to,
      amount: formatDecimal(BigInt(amount), currency.scale),
    })),
  };
}

/** A season, the own entry in it, and the markets of the contest. */
export function infoAnswer(live: LiveView, { season, me }: Pick<Info, 'season' | 'me'>): Info {
  const markets = live
    .playMarkets()
    .map((market) => ({ currency_id: market.base, symbol: symbolOf(pairOf(live, market)) }));
  return {
    season,
    me,
    play_legal_id: live.currency(PLAY_ID) === undefined ? 0 : PLAY_ID,
    price_legal_id: priceCurrency(live).id,
    markets,
  };
}

/** A row of the ranking. @param account of its user; it is masked */
export function rankedRow(
  live: LiveView,
  { rank, equity }: Place,
  {
    season,
    account,
    isMe,
  }: { readonly season: SeasonRow; readonly account: string; readonly isMe: boolean },
): CallOutput<typeof contestRanking>['list'][number] {
  return {
    rank,
    name: maskedAccount(account),
    equity: playText(equity),
    return_rate: returnText(equity, season),
    is_me: isMe ? 1 : 0,
    prize: prizeText(live, rank, season),
  };
}
