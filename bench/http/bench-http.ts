import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeDataDir } from '../../apps/server/src/database/temporary-database.ts';
import { processorTime, usedSince, type ProcessorTime } from '../processor-time.ts';
import { grouped, print, printFigures, runChild, type Figure } from '../report.ts';
import { SERVER, startServer, type ServerProcess } from '../server-process.ts';
import { ApiClient, type BalanceRow } from './api-client.ts';

/** Traders. */
const USERS = 64;
const SOAK_CONNECTIONS = 64;
/** Promised orders a second and milliseconds, by connections. */
const TARGETS: readonly {
  connections: number;
  perSecond: number;
  aim: number;
  p99?: number;
  p99Aim?: number;
}[] = [
  { connections: 64, perSecond: 9_000, aim: 14_000, p99: 20, p99Aim: 12 },
  { connections: 512, perSecond: 12_000, aim: 20_000 },
];
const READ_P99 = { target: 20, aim: 10 };
const PASSWORD = 'Bench9876';
const TRANSFERS = {
  connections: 64,
  run: { warmupSeconds: 3, seconds: 10, sliceSeconds: 10 },
} as const;
const RUN: Duration = { warmupSeconds: 5, seconds: 20, sliceSeconds: 20 };

interface Slice {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

interface Load extends Slice {
  readonly slices: readonly Slice[];
  readonly refusals: Record<string, number>;
  readonly accepted: number;
  readonly distinct: number;
  /** Revocations between the orders: not counted as orders. */
  readonly revoked: number;
  /** Milliseconds of reading the tickers beside the orders. */
  readonly readP99: number;
  /** Processor time of the generator itself. */
  readonly processorUs: number;
  /** Processor time of the server; undefined if the system does not report it. */
  readonly server: ProcessorTime | undefined;
}

interface Duration {
  readonly warmupSeconds: number;
  readonly seconds: number;
  readonly sliceSeconds: number;
}

/**
 * Orders over HTTP against the real server process, with replies after the commit; then all orders
 * are counted.
 * @param connections undefined: every number with a target
 */
export async function benchHttp(connections?: number): Promise<Figure[]> {
  return withServer(async (server, restart) => {
    const clients = await openClients(server.port);
    const all: Figure[] = [];
    let settled: BalanceRow[][] = [];
    for (const count of connections === undefined
      ? TARGETS.map((target) => target.connections)
      : [connections]) {
      const load = await runLoad(server, clients, { connections: count, ...RUN });
      settled = await settle(clients, load);
      print(
        `http: ${count} connections with sessions, form-encoded limit orders, reply after commit, load on the same cores`,
      );
      const figures = figuresOf(load, count);
      printFigures(figures);
      all.push(...figures);
    }
    all.push(...(await benchTransfers(server, clients, all)));
    settled = await Promise.all(clients.map(async (client) => [...(await client.balances())]));
    await checkAfterRestart(await restart(), settled);
    return all;
  });
}

/**
 * Transfers between wallets of one user, on the same server: they should cost no more than orders.
 */
async function benchTransfers(
  server: ServerProcess,
  clients: readonly ApiClient[],
  orders: readonly Figure[],
): Promise<Figure[]> {
  const load = await runLoad(server, clients, {
    connections: TRANSFERS.connections,
    isTransfer: true,
    ...TRANSFERS.run,
  });
  const ofOrders = Number(
    orders.find(({ name }) => name === 'orders')?.measured.replace(/\D/g, ''),
  );
  const figures: Figure[] = [
    {
      name: 'transfers',
      measured: `${grouped(load.perSecond)}/s`,
      target: 'at least as many as orders',
      isMet: load.perSecond >= ofOrders,
    },
    { name: 'p99', measured: `${load.p99.toFixed(1)} ms`, target: '' },
    {
      name: 'processor, server / database / generator',
      measured: describeProcessor(load),
      target: '',
    },
    { name: 'refused', measured: describeRefusals(load), target: '' },
  ];
  print(
    `http: ${TRANSFERS.connections} connections, transfers between wallets, reply after commit`,
  );
  printFigures(figures);
  return figures;
}

function figuresOf(load: Load, connections: number): Figure[] {
  const promised = TARGETS.find((target) => target.connections === connections);
  const { perSecond, aim, p99, p99Aim } = promised ?? {};
  return [
    {
      name: 'orders',
      measured: `${grouped(load.perSecond)}/s`,
      ...(perSecond === undefined
        ? { target: '' }
        : {
            target: `at least ${grouped(perSecond)}/s (aim ${grouped(aim ?? 0)})`,
            isMet: load.perSecond >= perSecond,
          }),
    },
    {
      name: 'p99',
      measured: `${load.p99.toFixed(1)} ms`,
      ...(p99 === undefined
        ? { target: '' }
        : { target: `at most ${p99} ms (aim ${p99Aim})`, isMet: load.p99 <= p99 }),
    },
    { name: 'p50', measured: `${load.p50.toFixed(1)} ms`, target: '' },
    { name: 'longest', measured: `${load.most.toFixed(1)} ms`, target: '' },
    {
      name: 'p99 of quotation_new beside them',
      measured: `${load.readP99.toFixed(1)} ms`,
      target: `at most ${READ_P99.target} ms (aim ${READ_P99.aim})`,
      isMet: load.readP99 <= READ_P99.target,
    },
    {
      name: 'revocations beside them',
      measured: `${grouped(load.revoked / (RUN.warmupSeconds + RUN.seconds))}/s`,
      target: '',
    },
    {
      name: 'processor, server / database / generator',
      measured: describeProcessor(load),
      target: '',
    },
    { name: 'refused', measured: describeRefusals(load), target: '' },
  ];
}

/** Processor time compares between busy and idle machines; orders a second do not. */
function describeProcessor(load: Load): string {
  const { server, processorUs } = load;
  if (server === undefined) return 'not known on this system';
  const answers = load.accepted + load.revoked + refusedOf(load);
  const perOrder = (us: number): string => Math.round(us / answers).toString();
  const threads = Object.entries(server.threadsUs)
    .filter(([, us]) => us > server.ownUs / 20)
    .map(([name, us]) => `${name} ${perOrder(us)}`);
  return `${perOrder(server.ownUs)} / ${perOrder(server.childrenUs)} / ${perOrder(processorUs)} us an answer (${threads.join(', ')})`;
}

/** Ten minutes of the same load: memory and latency must not drift. */
export async function benchSoak(): Promise<Figure[]> {
  return withServer(async (server) => {
    const clients = await openClients(server.port);
    const memory: number[] = [];
    const sampling = setInterval(() => memory.push(residentMegabytes(server.pid)), 10_000);
    const load = await runLoad(server, clients, {
      connections: SOAK_CONNECTIONS,
      warmupSeconds: 30,
      seconds: 600,
      sliceSeconds: 60,
    });
    clearInterval(sampling);
    await settle(clients, load);
    const [first, last] = [load.slices[0] as Slice, load.slices.at(-1) as Slice];
    const early = average(memory.slice(6, 18));
    const late = average(memory.slice(-12));
    const figures: Figure[] = [
      {
        name: 'p99, last minute / first',
        measured: (last.p99 / first.p99).toFixed(2),
        target: 'at most 1.5',
        isMet: last.p99 <= first.p99 * 1.5,
      },
      {
        name: 'memory, last two minutes / second and third',
        measured: (late / early).toFixed(2),
        target: 'at most 1.5',
        isMet: late <= early * 1.5,
      },
      { name: 'orders', measured: `${grouped(load.perSecond)}/s`, target: '' },
      { name: 'memory at the end', measured: `${Math.round(late)} MB`, target: '' },
      ...load.slices.map((slice, minute) => ({
        name: `minute ${minute + 1}`,
        measured: `${grouped(slice.perSecond)}/s, p99 ${slice.p99.toFixed(1)} ms`,
        target: '',
      })),
    ];
    print('soak: ten minutes under full load');
    printFigures(figures);
    return figures;
  });
}

async function withServer<Result>(
  use: (server: ServerProcess, restart: () => Promise<ServerProcess>) => Promise<Result>,
): Promise<Result> {
  const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-')));
  let server = await startServer(SERVER, dataDir);
  try {
    return await use(server, async () => {
      await server.stop();
      server = await startServer(SERVER, dataDir);
      return server;
    });
  } finally {
    await server.stop();
    removeDataDir(dataDir);
  }
}

/**
 * One after the other: many simultaneous logins from one address look like an attack to the server.
 */
async function openClients(port: number): Promise<ApiClient[]> {
  const clients: ApiClient[] = [];
  for (let index = 0; index < USERS; index++) {
    const client = new ApiClient(port);
    await client.open(nameOf(index), PASSWORD);
    clients.push(client);
  }
  return clients;
}

function nameOf(index: number): string {
  return `bench${index}@meridian.test`;
}

async function runLoad(
  { port, pid }: ServerProcess,
  clients: readonly ApiClient[],
  run: Duration & { connections: number; isTransfer?: boolean },
): Promise<Load> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-load-'));
  const plan = path.join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify({ port, tokens: clients.map(({ token }) => token), ...run }));
  const before = processorTime(pid);
  const load = await runChild<Omit<Load, 'server'>>(
    new URL('load.ts', import.meta.url),
    [plan],
    ['--max-semi-space-size=64'],
  );
  return { ...load, server: usedSince(before, processorTime(pid)) };
}

/**
 * Revokes resting orders, and checks that no order was doubled and that no hold remains for ended
 * orders.
 */
async function settle(clients: readonly ApiClient[], load: Load): Promise<BalanceRow[][]> {
  if (load.distinct !== load.accepted)
    throw new Error(`${load.accepted} orders were acknowledged with ${load.distinct} ids`);
  const balances: BalanceRow[][] = [];
  for (const client of clients) {
    await client.cancelAll();
    const rows = [...(await client.balances())];
    const held = rows.filter(({ lock_balance }) => !/^0(\.0*)?$/.test(lock_balance));
    if (held.length > 0)
      throw new Error(`something is held without orders: ${JSON.stringify(held)}`);
    balances.push(rows);
  }
  return balances;
}

/** The same people have the same money after a restart. */
async function checkAfterRestart(
  server: ServerProcess,
  before: readonly (readonly BalanceRow[])[],
): Promise<void> {
  for (const [index, rows] of before.entries()) {
    const client = new ApiClient(server.port);
    await client.logIn(nameOf(index), PASSWORD);
    const amounts = (of: readonly BalanceRow[]): string =>
      JSON.stringify(
        of.map(({ currency, balance, lock_balance }) => [currency, balance, lock_balance]),
      );
    const after = amounts(await client.balances());
    if (after !== amounts(rows))
      throw new Error(
        `${nameOf(index)} had ${amounts(rows)} before the restart and ${after} after it`,
      );
  }
}

function refusedOf({ refusals }: Load): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0);
}

function describeRefusals(load: Load): string {
  const { refusals, accepted } = load;
  const total = refusedOf(load);
  const reasons = Object.entries(refusals).map(([code, count]) => `${code} ${grouped(count)}`);
  return `${((100 * total) / Math.max(1, total + accepted)).toFixed(2)} %${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
