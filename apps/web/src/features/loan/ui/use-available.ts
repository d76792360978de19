import { useWallets } from '../../../realtime/wallets.ts';

/** Coins of the spot wallet, undefined while they are not known. */
export function useAvailable(coin: number): string | undefined {
  const { data } = useWallets();
  if (data === undefined) return undefined;
  return data.currencies.find(({ currency }) => currency === coin)?.wallets.spot.available ?? '0';
}
