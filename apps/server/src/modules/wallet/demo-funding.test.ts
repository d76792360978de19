import { SYSTEM } from '@meridian/core/ledger/accounts';
import { InProcessEngine } from '@meridian/testkit/in-process-engine';
import { expect, test } from 'vitest';
import { openLiveView } from '../live-view.ts';
import { seedCatalog } from '../market/seed.ts';
import { fundDemoHouse, fundDemoUser } from './demo-funding.ts';

const DEMO_USER = 100_000;
const TWO_DAYS_MS = 2 * 24 * 3600 * 1000;

test('house, bot and demo user are funded once, also after the idempotency keys are forgotten', async () => {
  const engine = new InProcessEngine();
  const view = openLiveView();
  view.load(engine.exchange.snapshot());
  engine.onDurable((batch) => view.apply(batch));
  await seedCatalog(engine, view);
  await fundDemoHouse(engine, view);
  await fundDemoUser(engine, view, DEMO_USER);
  engine.exchange.verify();
  expect(view.balance(DEMO_USER, 'spot', 3).available).toBe(100_000n * 10n ** 8n);
  expect(view.balances(SYSTEM.demoMaker)).toHaveLength(11);
  const { seq } = engine.exchange;
  engine.advance(TWO_DAYS_MS);
  await fundDemoHouse(engine, view);
  await fundDemoUser(engine, view, DEMO_USER);
  expect(engine.exchange.seq).toBe(seq);
});
