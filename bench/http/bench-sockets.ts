import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeDataDir } from '../../apps/server/src/database/temporary-database.ts';
import { processorTime, usedSince, type ProcessorTime } from '../processor-time.ts';
import { grouped, print, printFigures, runChild, type Figure } from '../report.ts';
import { SERVER, startServer, type ServerProcess } from '../server-process.ts';
import { ApiClient } from './api-client.ts';

const CLIENTS = 1_000;
const UPDATES = 20;
/** A timer of 50 ms fires a little late each time. */
const TOLERANCE = 0.97;
const RUN = { warmupSeconds: 5, seconds: 20 };

interface Heard {
  readonly perSecond: number;
  /** Updates a second of the slowest client. */
  readonly slowestPerSecond: number;
  /** Longest time of any client between two updates. */
  readonly longestMs: number;
  /** Changes that did not follow the one before: a client would have to take a new snapshot. */
  readonly gaps: number;
  readonly seconds: number;
  readonly processorUs: number;
}

/** A thousand socket clients that follow one moving book, on the one thread of the gateway. */
export async function benchSockets(): Promise<Figure[]> {
  const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-')));
  const server = await startServer(SERVER, dataDir);
  try {
    const mover = new ApiClient(server.port);
    await mover.open('mover@meridian.test', 'Bench9876');
    const plan = path.join(dataDir, 'plan.json');
    writeFileSync(
      plan,
      JSON.stringify({ port: server.port, token: mover.token, clients: CLIENTS, ...RUN }),
    );
    const { heard, used, loopP99Ms } = await listen(server, plan);
    const perClient = heard.perSecond / CLIENTS;
    const busy = (us: number): string => `${((100 * us) / 1e6 / heard.seconds).toFixed(0)} %`;
    const figures: Figure[] = [
      {
        name: 'updates delivered',
        measured: `${grouped(heard.perSecond)}/s`,
        target: `at least ${grouped(CLIENTS * UPDATES * TOLERANCE)}/s`,
        isMet: heard.perSecond >= CLIENTS * UPDATES * TOLERANCE,
      },
      {
        name: 'each client, mean / least',
        measured: `${perClient.toFixed(1)} / ${heard.slowestPerSecond.toFixed(1)}/s`,
        target: `${UPDATES}/s`,
        isMet: heard.slowestPerSecond >= UPDATES * TOLERANCE,
      },
      {
        name: 'changes missed',
        measured: String(heard.gaps),
        target: 'none',
        isMet: heard.gaps === 0,
      },
      {
        name: 'longest wait for an update',
        measured: `${heard.longestMs.toFixed(0)} ms`,
        target: '',
      },
      { name: 'delay of the event loop, p99', measured: `${loopP99Ms.toFixed(1)} ms`, target: '' },
      {
        name: 'one core: gateway thread / listeners',
        measured:
          used === undefined
            ? 'not known on this system'
            : `${busy(gatewayUs(used))} / ${busy(heard.processorUs)}`,
        target: '',
      },
    ];
    print(
      `sockets: ${grouped(CLIENTS)} clients, each subscribed to one book that changes in every frame`,
    );
    printFigures(figures);
    return figures;
  } finally {
    await server.stop();
    removeDataDir(dataDir);
  }
}

async function listen(
  { port, pid }: ServerProcess,
  plan: string,
): Promise<{ heard: Heard; used: ProcessorTime | undefined; loopP99Ms: number }> {
  let before: ProcessorTime | undefined;
  let used: ProcessorTime | undefined;
  let loopP99Ms = 0;
  const reading: Promise<unknown>[] = [];
  const heard = await runChild<Heard>(
    new URL('socket-clients.ts', import.meta.url),
    [plan],
    [],
    (line) => {
      // A reading of the loop's delay resets it.
      if (line === 'measuring') {
        before = processorTime(pid);
        reading.push(loopDelayMs(port));
      } else if (line === 'measured') {
        used = usedSince(before, processorTime(pid));
        reading.push(loopDelayMs(port).then((ms) => (loopP99Ms = ms)));
      }
    },
  );
  await Promise.all(reading);
  return { heard, used, loopP99Ms };
}

async function loopDelayMs(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1] ?? NaN);
}

function gatewayUs({ threadsUs }: ProcessorTime): number {
  return threadsUs['MainThread'] ?? threadsUs['node'] ?? 0;
}
