import { useWallets } from '../../../realtime/wallets.ts';
import type { Coin } from '../model/conversion.ts';

/** Available balance of a coin in the spot wallet; undefined while it is not known. */
export function useBalance(): (coin: Coin) => string | undefined {
  const { data } = useWallets();
  return ({ id }) =>
    data?.currencies.find(({ currency }) => currency === id)?.wallets.spot.available;
}
