import type { Network } from '@meridian/core/custody/custody-commands';
import { expect, it } from 'vitest';
import { accountWaitMs } from './fiat-sale-waits.ts';

const DAY_MS = 86_400_000;
const [BTC, ETH, USDT] = [1, 2, 3];

/** @param waits networks: currency and wait, undefined for the usual one */
function waitOf(coin: number, waits: readonly (readonly [number, number | undefined])[]): number {
  const networks = waits.map(([currency, newAddressWaitMs]) => ({ currency, newAddressWaitMs }));
  return accountWaitMs(
    { custody: { networks: () => networks as unknown as Network[] } } as never,
    coin,
  );
}

it('a saved account waits as long as a new address of the coin, or of any coin', () => {
  expect(
    waitOf(USDT, [
      [USDT, 5],
      [USDT, 7],
      [ETH, 9],
    ]),
  ).toBe(7);
  expect(
    waitOf(USDT, [
      [USDT, undefined],
      [ETH, 0],
    ]),
  ).toBe(DAY_MS);
  // A coin without a network of its own.
  expect(
    waitOf(BTC, [
      [USDT, 0],
      [ETH, 0],
    ]),
  ).toBe(0);
  expect(
    waitOf(BTC, [
      [USDT, 0],
      [ETH, undefined],
    ]),
  ).toBe(DAY_MS);
  expect(waitOf(BTC, [])).toBe(DAY_MS);
});
