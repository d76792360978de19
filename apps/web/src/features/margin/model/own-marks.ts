import type { OwnFill } from '../../../shared/chart/chart-own.ts';
import type { OwnMark, OwnMarkKind } from '../../../shared/chart/own-on-chart.ts';
import { wireTime } from '../../../shared/dates.ts';
import type { MarginSide, Position } from './position.ts';
import type { StopInputs } from './stops-form.ts';

const OPENED_BY = { long: 'buy', short: 'sell' } as const satisfies Record<MarginSide, string>;
const CLOSED_BY = { long: 'sell', short: 'buy' } as const satisfies Record<MarginSide, string>;

/**
 * The prices that positions and waiting orders of a market have on its chart. An order at the
 * market has none while it waits, and a price of '0' or '' is none.
 *
 * @param write a quantity in base currency for people
 */
export function marksOf(
  { positions, orders }: Record<'positions' | 'orders', readonly Position[]>,
  write: (quantity: string) => string,
): OwnMark[] {
  const marks = positions.flatMap((position) => {
    const { side, quantity, entryPrice, liquidationPrice, takeProfit, stopLoss } = position;
    const mark = (kind: OwnMarkKind, price: string, label = ''): OwnMark => ({
      id: markId(position, kind),
      kind,
      side: kind === 'order' ? CLOSED_BY[side] : OPENED_BY[side],
      price,
      quantity: label,
    });
    return [
      mark('entry', entryPrice, write(quantity)),
      mark('liquidation', liquidationPrice),
      mark('takeProfit', takeProfit),
      mark('stop', stopLoss),
      mark('order', position.limitClose?.price ?? ''),
    ];
  });
  const waiting = orders.map(({ id, side, orderPrice, quantity }): OwnMark => ({
    id: `${id}-order`,
    kind: 'order',
    side: OPENED_BY[side],
    price: orderPrice,
    quantity: write(quantity),
  }));
  return [...marks, ...waiting].filter(({ price }) => Number(price) > 0);
}

/**
 * The position whose take-profit or stop-loss a mark is, with that stop at another price; undefined
 * for a mark that is none.
 */
export function movedStop(
  positions: readonly Position[],
  mark: string,
  price: string,
): { readonly position: Position; readonly stops: Partial<StopInputs> } | undefined {
  for (const position of positions) {
    if (mark === markId(position, 'takeProfit')) return { position, stops: { takeProfit: price } };
    if (mark === markId(position, 'stop')) return { position, stops: { stopLoss: price } };
  }
  return undefined;
}

function markId({ id }: Position, kind: OwnMarkKind): string {
  return `${id}-${kind}`;
}

/** The fills that opened and closed positions, each at the time that it happened. */
export function fillsOf(open: readonly Position[], closed: readonly Position[]): OwnFill[] {
  const opened = [...open, ...closed].map(({ id, side, entryPrice, openedAt }) => ({
    id: `${id}-open`,
    timeMs: wireTime(openedAt),
    price: entryPrice,
    side: OPENED_BY[side],
  }));
  const ended = closed.map(({ id, side, indexPrice, endedAt }) => ({
    id: `${id}-close`,
    timeMs: wireTime(endedAt),
    price: indexPrice,
    side: CLOSED_BY[side],
  }));
  return [...opened, ...ended].filter(({ timeMs }) => Number.isFinite(timeMs));
}
