import { mkdtempSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { BlockRef, ChainAdapter, ChainBlock, Deposit, Watch } from '@meridian/chain/adapter';
import { WatchedAddresses } from '@meridian/chain/watched-addresses';
import type { Amount } from '@meridian/money/amount';
import {
  openTemporaryDatabase,
  removeDataDir,
} from '../../apps/server/src/database/temporary-database.ts';
import { EngineClient } from '../../apps/server/src/engine/engine-client.ts';
import { openLiveView } from '../../apps/server/src/modules/live-view.ts';
import { seedCatalog } from '../../apps/server/src/modules/market/seed.ts';
import { startingNetwork } from '../../apps/server/src/modules/custody/chain-networks.ts';
import { ChainWatcher } from '../../apps/server/src/modules/custody/chain-watcher.ts';
import { startProjector } from '../../apps/server/src/projector/projector-worker.ts';
import { grouped, print, printFigures, type Figure } from '../report.ts';

const ADDRESSES = 1_000_000;
const DEPOSITS = 10_000;
const CONFIRMATIONS = 2;
const LIMITS = { seconds: 5, megabytes: 300 };
const FIRST_USER = 100_000;

/**
 * One block with ten thousand deposits to customers among a million watched addresses, from the
 * poll that finds the confirming block until all are credited: the real watcher, engine, journal
 * and database. The chain itself answers from memory: the tests of packages/chain measure the scan
 * of a block.
 */
export async function benchDeposits(): Promise<Figure[]> {
  const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-')));
  const database = await openTemporaryDatabase();
  const { port1, port2 } = new MessageChannel();
  const projector = startProjector(database.url, port2);
  const engine = new EngineClient({
    databaseUrl: database.url,
    databaseTimeoutMs: 30_000,
    dataDir,
    projectorPort: port1,
    warn: print,
    onCommit: () => undefined,
  });
  try {
    const live = openLiveView();
    live.load(await engine.recovered());
    engine.onDurable((batch) => live.apply(batch));
    await seedCatalog(engine, live);
    await engine.submit({
      kind: 'custody.network',
      network: { ...startingNetwork('eth'), minDeposit: 1n as Amount },
    });
    const { addresses, megabytes } = watched();
    const chain = new ChainInMemory(deposits());
    const watcher = new ChainWatcher({
      adapter: chain as unknown as ChainAdapter,
      queries: database.queries,
      engine,
      addresses,
      confirmations: () => CONFIRMATIONS,
      alarm: print,
    });
    await watcher.start();
    await watcher.look();
    chain.height = 2;
    const findingAt = performance.now();
    await watcher.look();
    const finding = (performance.now() - findingAt) / 1000;
    chain.height = 3;
    const confirmingAt = performance.now();
    await watcher.look();
    const crediting = (performance.now() - confirmingAt) / 1000;
    const { count } = await database.queries
      .selectFrom('seen_deposits')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('status', '=', 'credited')
      .executeTakeFirstOrThrow();
    if (Number(count) !== DEPOSITS || live.balance(FIRST_USER, 'spot', 2).available !== 1_000n)
      throw new Error(`${count} of ${DEPOSITS} deposits are credited`);
    const figures: Figure[] = [
      {
        name: 'credited after the confirming block',
        measured: `${crediting.toFixed(2)} s`,
        target: `at most ${LIMITS.seconds} s`,
        isMet: crediting <= LIMITS.seconds,
      },
      {
        name: 'their block read and written down',
        measured: `${finding.toFixed(2)} s`,
        target: '',
      },
      {
        name: 'memory of the watched addresses',
        measured: `${Math.round(megabytes)} MB`,
        target: `at most ${LIMITS.megabytes} MB`,
        isMet: megabytes <= LIMITS.megabytes,
      },
    ];
    print(
      `deposits: ${grouped(DEPOSITS)} in one block, ${grouped(ADDRESSES)} watched addresses, real engine and database`,
    );
    printFigures(figures);
    return figures;
  } finally {
    await engine.stop();
    await projector.ended.catch(() => undefined);
    await database.remove();
    removeDataDir(dataDir);
  }
}

function addressOf(index: number): string {
  return `0x${index.toString(16).padStart(40, 'a')}`;
}

function watched(): { addresses: WatchedAddresses; megabytes: number } {
  const before = process.memoryUsage().heapUsed;
  const addresses = new WatchedAddresses();
  for (let index = 0; index < ADDRESSES; index++)
    addresses.add(addressOf(index), FIRST_USER + index);
  return { addresses, megabytes: (process.memoryUsage().heapUsed - before) / 2 ** 20 };
}

function deposits(): Deposit[] {
  return Array.from({ length: DEPOSITS }, (_none, index) => ({
    asset: 'ETH',
    txid: `0x${(index + 1).toString(16).padStart(64, '0')}`,
    index: 0,
    to: addressOf(index),
    owner: FIRST_USER + index,
    amount: 10_000_000_000_000n,
    from: [],
  }));
}

/** Block 2 holds the deposits. */
class ChainInMemory {
  readonly chain = 'ethereum';
  readonly assets = [{ id: 'ETH', chain: 'ethereum', decimals: 18, dust: 1n }] as const;
  height = 1;
  readonly #deposits: readonly Deposit[];

  constructor(found: readonly Deposit[]) {
    this.#deposits = found;
  }

  head(): Promise<BlockRef> {
    return Promise.resolve(refOf(this.height));
  }

  blockRef(height: number): Promise<BlockRef | undefined> {
    return Promise.resolve(height > this.height ? undefined : refOf(height));
  }

  block(height: number, { addresses }: Watch): Promise<ChainBlock | undefined> {
    if (height > this.height) return Promise.resolve(undefined);
    const ours = this.#deposits.filter(({ to }) => addresses.has(to));
    return Promise.resolve({
      ...refOf(height),
      deposits: height === 2 ? ours : [],
      refused: [],
      created: [],
      spent: [],
    });
  }
}

function refOf(height: number): BlockRef {
  return {
    height,
    hash: `block ${height}`,
    parent: `block ${height - 1}`,
    timeMs: 1_700_000_000_000 + height * 12_000,
  };
}
