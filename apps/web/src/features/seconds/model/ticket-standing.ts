import { compareDecimals, decimalsOf, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Ticket } from './ticket.ts';

/** How a running ticket would end at a price. */
export interface TicketStanding {
  readonly result: 'won' | 'lost' | 'drawn';
  /** Gain or loss of the wallet, the fee taken off. */
  readonly net: string;
}

type Standing = Pick<Ticket, 'direction' | 'openPrice' | 'stake' | 'fee' | 'netProfit'>;

/** Undefined while the ticket has no open price, or the index is not known. */
export function standingAt(
  { direction, openPrice, stake, fee, netProfit }: Standing,
  index: string | undefined,
): TicketStanding | undefined {
  const rise = index === undefined ? undefined : compareDecimals(index, openPrice);
  if (rise === undefined) return undefined;
  if (rise === 0) return { result: 'drawn', net: '0' };
  return rise > 0 === (direction === 'up')
    ? { result: 'won', net: netProfit }
    : { result: 'lost', net: lossOf(stake, fee) };
}

function lossOf(...held: readonly string[]): string {
  const scale = Math.max(...held.map(decimalsOf));
  const sum = held.reduce((total, amount) => {
    const parsed = parseDecimal(amount, scale);
    return parsed.ok ? total + parsed.units : total;
  }, 0n);
  return formatDecimal(-sum, scale);
}
