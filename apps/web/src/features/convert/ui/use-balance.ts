import { useWallets } from '../../../realtime/wallets.ts';
import type { Coin } from '../model/conversion.ts';

/** What the spot wallet has of a coin; undefined while nobody knows. */
export function useBalance(): (coin: Coin) => string | undefined {
  const { data } = useWallets();
  return ({ id }) =>
    data?.currencies.find(({ currency }) => currency === id)?.wallets.spot.available;
}
