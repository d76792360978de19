/**
 * A server's service to its customers under attack: stops of its main thread, by its own figures,
 * and the latency of orders.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { transactionIn, transactionOut } from '@meridian/contract/spot/calls';
import type { DemoHouse } from '../house/house.ts';
import type { Customer } from '../house/people.ts';
import { p99, shown } from '../row.ts';
import { stopOf } from './stops.ts';

const MIX = join(import.meta.dirname, 'mix-of-attacks.ts');
const ORDER_EVERY_MS = 40;

export interface UnderAttack {
  readonly quietStopMs: number;
  readonly attackedStopMs: number;
  readonly quietP99Ms: number;
  readonly attackedP99Ms: number;
  /** Number of tries of the mix, and of those that passed. */
  readonly mix: Readonly<Record<string, { tried: number; passed: number }>>;
}

/** Measures for so long without the mix, and for so long beside it. */
export async function underAttack(demo: DemoHouse, seconds: number): Promise<UnderAttack> {
  const trader = await demo.demoCustomer('demo2@meridian.test');
  await longestStop(demo);
  const quiet = await orders(trader, seconds);
  const quietStopMs = await longestStop(demo);
  const victim = await demo.newcomer();
  // Lowest priority: the mix takes processor time of the same cores, which a real attacker would
  // spend elsewhere.
  const mix = spawn(
    'nice',
    [
      '-n',
      '19',
      process.execPath,
      MIX,
      demo.server.url,
      victim.account,
      victim.password,
      victim.token,
      String(seconds + 2),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [output, errors] = ['', ''];
  mix.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  mix.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(mix, 'close');
  await delay(2_000);
  await longestStop(demo);
  const attacked = await orders(trader, seconds);
  const attackedStopMs = await longestStop(demo);
  await ended;
  if (!output.startsWith('{')) throw new Error(`the mix did not run: ${errors}`);
  const { counts, stopMs } = JSON.parse(output) as { counts: UnderAttack['mix']; stopMs: number };
  return {
    quietStopMs,
    attackedStopMs: Math.max(attackedStopMs, stopMs),
    quietP99Ms: p99(quiet),
    attackedP99Ms: p99(attacked),
    mix: counts,
  };
}

/** Places small buys and sells in a loop. Returns the duration of each. */
async function orders(trader: Customer, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const endMs = performance.now() + seconds * 1_000;
  for (let isBuy = true; performance.now() < endMs; isBuy = !isBuy) {
    const { ms, status, text } = await trader.send(isBuy ? transactionIn : transactionOut, {
      legal_id: 3,
      currency_id: 4,
      num: '50',
      mode: '1',
    });
    if (status !== 200) throw new Error(`an order was refused: ${text.slice(0, 200)}`);
    took.push(ms);
    await delay(ORDER_EVERY_MS);
  }
  return took;
}

/** The longest stop of the main thread since the last reading, by the server's own figures. */
async function longestStop(demo: DemoHouse): Promise<number> {
  const { text, status } = await demo.figures.send({ path: '/metrics', from: demo.newAddress() });
  const stopMs = stopOf(text);
  if (stopMs === undefined) throw new Error(`no figures: ${status}`);
  return stopMs;
}

export function saidOf({
  quietStopMs,
  attackedStopMs,
  quietP99Ms,
  attackedP99Ms,
  mix,
}: UnderAttack): string[] {
  const times = attackedP99Ms / quietP99Ms;
  return [
    `longest stop of the main thread: ${shown(attackedStopMs)} under the mix, ${shown(quietStopMs)} without it (bar 50 ms): ${attackedStopMs <= 50 ? 'met' : 'NOT MET'}`,
    `p99 of an order: ${shown(attackedP99Ms)} under the mix, ${shown(quietP99Ms)} without it, ${times.toFixed(1)} times (bar 3 times): ${times <= 3 ? 'met' : 'NOT MET'}`,
    `the mix, on the same two cores at the lowest priority: ${Object.entries(mix)
      .map(([name, { tried, passed }]) => `${name} ${passed} of ${tried}`)
      .join(', ')}`,
  ];
}
