// The load generator of deals, a process of its own: on each of many raw connections a buyer takes
// an ad and says that it is paid, its seller releases, and the next deal begins. Argument: path of
// a JSON file {port, lanes, warmupSeconds, seconds}. Prints one line of JSON.
import { readFileSync } from 'node:fs';
import { dealPay, dealRelease, dealTake } from '@meridian/contract/p2p/calls';
import { fail, RawConnection } from '../http/raw-connection.ts';

export interface DealLane {
  readonly ad: number;
  /** Tokens of its two sides. */
  readonly seller: string;
  readonly buyer: string;
}

export interface DealPlan {
  readonly port: number;
  readonly lanes: readonly DealLane[];
  readonly warmupSeconds: number;
  readonly seconds: number;
}

export interface DealLoad {
  readonly deals: number;
  /** Milliseconds from asking for the ad to the answer to the release. */
  readonly p50: number;
  readonly p99: number;
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as DealPlan;
const measureFrom = performance.now() + plan.warmupSeconds * 1_000;
const endAt = measureFrom + plan.seconds * 1_000;
const COINS = 2;
const times: number[] = [];

function runLane({ ad, seller, buyer }: DealLane): Promise<void> {
  return new Promise((resolve) => {
    let step = 0;
    let deal = 0;
    let beganAt = 0;
    const connection = new RawConnection(plan.port, (body) => {
      if (!body.startsWith('{"type":"ok"')) fail(`step ${step} was answered ${body}`);
      if (step === 0) deal = Number(/"id":(\d+)/.exec(body)?.[1] ?? fail(`no number: ${body}`));
      step = (step + 1) % 3;
      if (step > 0) return send();
      const now = performance.now();
      if (now >= measureFrom && now < endAt) times.push(now - beganAt);
      if (now < endAt) return send();
      connection.end();
      resolve();
    });
    const send = (): void => {
      if (step === 0) {
        beganAt = performance.now();
        connection.post(dealTake.path, buyer, `id=${ad}&number=${COINS}`);
      } else if (step === 1) connection.post(dealPay.path, buyer, `id=${deal}`);
      else connection.post(dealRelease.path, seller, `id=${deal}`);
    };
    send();
  });
}

await Promise.all(plan.lanes.map(runLane));
times.sort((a, b) => a - b);
const load: DealLoad = {
  deals: times.length / plan.seconds,
  p50: times[times.length >> 1] ?? 0,
  p99: times[Math.floor(times.length * 0.99)] ?? 0,
};
process.stdout.write(`${JSON.stringify(load)}\n`);
