import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { expect, test } from 'vitest';
import { LiveView } from '../../live/live-view.ts';
import { seedCatalog } from '../catalog/seed.ts';
import { fundDemoHouse, fundDemoUser } from './funding.ts';

const DEMO_USER = 100_000;
const TWO_DAYS_MS = 2 * 24 * 3600 * 1000;

test('house, bot and demo user are funded once, also after the idempotency keys are forgotten', async () => {
  const exchange = new Exchange();
  const view = new LiveView();
  view.load(exchange.snapshot());
  let timeMs = 1_000;
  const engine = {
    submit: async (command: Command) => {
      const applied = exchange.apply(command, timeMs);
      view.apply([applied]);
      return applied;
    },
  };
  await seedCatalog(engine, view);
  await fundDemoHouse(engine, view);
  await fundDemoUser(engine, view, DEMO_USER);
  exchange.verify();
  expect(view.balance(DEMO_USER, 'spot', 3).available).toBe(100_000n * 10n ** 8n);
  expect(view.balances(SYSTEM.demoMaker)).toHaveLength(11);
  const seq = exchange.seq;
  timeMs += TWO_DAYS_MS;
  await fundDemoHouse(engine, view);
  await fundDemoUser(engine, view, DEMO_USER);
  expect(exchange.seq).toBe(seq);
});
