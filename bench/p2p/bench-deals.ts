import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { demoFaucet } from '@meridian/contract/demo/calls';
import { RealMarket } from '../../apps/server/test/races/real-market.ts';
import { grouped, print, printFigures, runChild, type Figure } from '../report.ts';
import type { DealLane, DealLoad, DealPlan } from './deal-load.ts';

const LANES = 64;
const COINS = 30_000;
const RUN = { warmupSeconds: 3, seconds: 10 } as const;
const NODE = ['--max-semi-space-size=64'];
const TARGET = 0.5;
const ACTS = 3;

/**
 * Deals over HTTP from placing to release, with replies after the commit, and before them spot
 * orders on the same server by the same number of connections.
 */
export async function benchDeals(): Promise<Figure[]> {
  const market = await RealMarket.open();
  try {
    const traders = await market.people(LANES);
    for (const trader of traders) await market.ask(demoFaucet, {}, trader);
    const lanes: DealLane[] = [];
    for (const buyer of await market.people(LANES)) {
      const { ad, token: seller } = await market.seller(COINS);
      lanes.push({ ad, seller, buyer: buyer.token });
    }
    await market.stepUp();
    const port = Number(market.wire.url.port);
    const orders = await runPlan<{ readonly perSecond: number }>('../http/load.ts', {
      port,
      tokens: traders.map(({ token }) => token),
      connections: LANES,
      sliceSeconds: RUN.seconds,
      ...RUN,
    });
    const plan: DealPlan = { port, lanes, ...RUN };
    const load = await runPlan<DealLoad>('deal-load.ts', plan);
    const ratio = load.deals / orders.perSecond;
    const figures: Figure[] = [
      { name: 'spot orders', measured: `${grouped(orders.perSecond)}/s`, target: '' },
      {
        name: 'deals, placed to released',
        measured: `${grouped(load.deals)}/s`,
        target: 'at least 1,000/s',
        isMet: load.deals >= 1_000,
      },
      {
        name: 'deals / spot orders',
        measured: ratio.toFixed(2),
        target: `at least ${TARGET}`,
        isMet: ratio >= TARGET,
      },
      {
        name: 'acts on deals / spot orders',
        measured: (ACTS * ratio).toFixed(2),
        target: '',
      },
      {
        name: 'a deal, p99 (p50)',
        measured: `${load.p99.toFixed(1)} ms (${load.p50.toFixed(1)})`,
        target: '',
      },
    ];
    print(`deals: ${LANES} connections, three calls for a deal, reply after commit`);
    printFigures(figures);
    return figures;
  } finally {
    await market.remove();
  }
}

/** Runs a load generator on its plan. */
function runPlan<Load>(script: string, plan: object): Promise<Load> {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'meridian-load-')), 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  return runChild<Load>(new URL(script, import.meta.url), [file], NODE);
}
