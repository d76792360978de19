import { partOf } from './position-part.ts';
import type { MarginAccount, Position } from './position.ts';

/**
 * The closes of positions that wait for their price, as orders of the list of open orders. They
 * hold no margin, and the server does not tell since when they wait.
 */
export function closeOrdersOf(positions: readonly Position[]): Position[] {
  return positions.flatMap((position) => {
    const { limitClose } = position;
    const part = limitClose && partOf(position, String(limitClose.lots));
    if (limitClose === undefined || part === undefined) return [];
    return {
      ...part,
      list: 'entrusted',
      lots: limitClose.lots,
      orderPrice: limitClose.price,
      limitClose: undefined,
      openedAt: '',
      closes: position,
    };
  });
}

/**
 * The cancellation of an order, or of a position's close that waits. A close has no number of its
 * own: the cancellation of another one, at other lots or another price, is another intention. Once
 * it is answered, the same close is another one too.
 */
export function revocationOf({
  id,
  limitClose,
  closes,
}: Pick<Position, 'id' | 'limitClose' | 'closes'>) {
  const close = closes?.limitClose ?? limitClose;
  return {
    input: { id },
    meaning: { besides: close, about: close && { closeOf: id, price: close.price } },
  };
}

/** All that waits for its price in an account: its orders, and the closes of its positions. */
export function waitingOf({ orders, positions }: MarginAccount): Position[] {
  return [...orders, ...closeOrdersOf(positions)];
}
