/** Pausing while the signer does not answer. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { STILL_SIGNER, stillChains } from '../../../test/checklist/items/still-chains.ts';
import { TestExchange } from '../../../test/test-exchange.ts';

const USDT = 3;
let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(async () => {
  await exchange?.custodian.stop();
  await exchange?.close();
});

test('withdrawals pause in the core whatever becomes of the signer, which is told once it answers', async () => {
  const told: string[] = [];
  // Only the pause of all: W4 pauses single currencies besides, because a stopped chain has no
  // assets.
  const ofAll = (): string[] => told.filter((what) => what.endsWith('*'));
  let answers = false;
  const tell =
    (what: string) =>
    (asset: string): Promise<void> =>
      answers
        ? Promise.resolve(void told.push(`${what} ${asset}`))
        : Promise.reject(new Error('the signer is gone'));
  const signer = { ...STILL_SIGNER, pause: tell('pause'), resume: tell('resume') };
  await exchange.custodian.stop();
  await exchange.reset();
  await exchange.custodian.start({ ...stillChains(), signer, everyMs: 30, compareEveryMs: 30 });
  await exchange.custodian.pause(0, true);
  expect(exchange.live.custody.isPaused(0)).toBe(true);
  expect(exchange.alarms.join()).toContain('the signer was not told yet');
  answers = true;
  await vi.waitFor(() => expect(ofAll()).toEqual(['pause *']), { timeout: 15_000, interval: 30 });
  // The end of a pause is retried too, and only the last state is sent.
  answers = false;
  await exchange.custodian.pause(0, false);
  await exchange.custodian.pause(0, true);
  await exchange.custodian.pause(0, false);
  expect(exchange.live.custody.isPaused(0)).toBe(false);
  answers = true;
  await vi.waitFor(() => expect(ofAll()).toEqual(['pause *', 'resume *']), {
    timeout: 15_000,
    interval: 30,
  });
  await exchange.custodian.pause(USDT, true);
  expect(told).toEqual(expect.arrayContaining(['pause USDT.erc20', 'pause USDT.trc20']));
});
