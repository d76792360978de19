import { useState } from 'react';
import type { Coin, Side } from '../model/conversion.ts';

/** Two different coins of those that convert: the first two at first. */
export function useTwoCoins(coins: readonly Coin[]) {
  const [ids, setIds] = useState({ from: coins[0]?.id ?? 0, to: coins[1]?.id ?? 0 });
  return {
    from: coinOf(coins, ids.from),
    to: coinOf(coins, ids.to),
    /** The coin of the other side: the two change places. */
    choose: (which: Side, id: number): void => {
      const other: Side = which === 'from' ? 'to' : 'from';
      setIds({ ...ids, [which]: id, ...(ids[other] === id ? { [other]: ids[which] } : {}) });
    },
    swap: (): void => setIds({ from: ids.to, to: ids.from }),
  };
}

/** A coin that is closed meanwhile gives way to the first one. */
function coinOf(coins: readonly Coin[], id: number): Coin {
  return coins.find((coin) => coin.id === id) ?? (coins[0] as Coin);
}
