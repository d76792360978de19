import type { ChainAdapter } from '@meridian/chain/adapter';
import type { BitcoinNetwork } from '@meridian/chain/chain-facts';
import { NETWORKS, type Chain, type KeyBranch } from '@meridian/chain/chains';
import { ChainFault } from '@meridian/chain/chain-fault';
import type { OperatorAssertion } from '@meridian/chain/signer/operator-devices';
import type { Xpubs } from '@meridian/chain/signer/signer';
import type { NetworkName } from '@meridian/contract/custody/networks';
import type { NetworkId } from '@meridian/core/custody/custody-commands';
import type { CurrencyId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { agreementOf, type WithdrawalAgreement } from './agreements.ts';
import { assetOfNetwork, networksOn } from './chain-networks.ts';
import { ChainSender } from './chain-sender.ts';
import { ChainWatcher } from './chain-watcher.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { isLost } from './lost-transfer.ts';
import { NetworkTerms } from './network-terms.ts';
import { lookForColdMoves } from './cold-moves.ts';
import { reserves, type Reserve } from './reserves.ts';
import { Sweeper } from './sweeper.ts';
import type { TransferSigner } from './transfer-signer.ts';

/** Milliseconds between two comparisons of reserves with liabilities. */
const RESERVE_CHECK_MS = 15_000;
/** Milliseconds without a complete comparison after which a currency is paused. */
const UNCOMPARED_MS = 5 * 60_000;
/** Milliseconds before the next try after an error, longer than between two normal rounds. */
const RETRY_MS = 3_000;

/** The calls of the signer's process that the custodian uses. */
export interface CustodySigner extends TransferSigner {
  xpubs(): Promise<Xpubs>;
  /** @param asset as the chains call it, `*` for all */
  pause(asset: string): Promise<void>;
  resume(asset: string, nowMs: number): Promise<void>;
}

export interface ChainSetup {
  readonly adapters: readonly ChainAdapter[];
  readonly signer: CustodySigner;
  readonly bitcoinNetwork: BitcoinNetwork;
  /** Milliseconds between two rounds of each chain. */
  readonly everyMs: number;
  /** See `SenderParts`. */
  readonly stuckMs?: number;
  /**
   * Milliseconds that newly opened networks let new addresses wait; the core's default without it,
   * see `Network`.
   */
  readonly newAddressWaitMs?: number;
  /**
   * Milliseconds between two comparisons of reserves, and how long a currency may go without one.
   */
  readonly compareEveryMs?: number;
  readonly uncomparedMs?: number;
}

export interface CustodianParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly alarm: (text: string) => void;
}

/** State that exists while chains are open. */
interface Running {
  readonly setup: ChainSetup;
  readonly addresses: DepositAddresses;
  readonly watchers: ReadonlyMap<Chain, ChainWatcher>;
  readonly networks: ReadonlySet<NetworkName>;
  /**
   * Monotonic time at which each chain was last read up to its newest block; the start, before the
   * first time.
   */
  readonly readAtMs: Map<Chain, number>;
}

/**
 * Runs custody: for each chain a watcher, a sender and a sweeper, one after the other in a loop,
 * and beside them the comparison of reserves with liabilities, which pauses a currency by itself
 * (W4): where assets are missing, and where no comparison was possible for too long. While no chain
 * is open, every network is closed.
 */
export class Custodian {
  readonly terms: NetworkTerms;
  readonly #parts: CustodianParts;
  #running: Running | undefined;
  /** Monotonic time of each currency's last complete comparison. */
  readonly #comparedAtMs = new Map<CurrencyId, number>();
  /** Monotonic time of the last resumption. */
  #resumedAtMs = 0;
  #isStopping = false;
  readonly #loops: Promise<void>[] = [];
  /** Loops that stand still because of a node. */
  readonly #standing = new Set<string>();
  /**
   * Assets whose pause (true) or resumption (false) the signer has not confirmed. The core does not
   * wait for the signer.
   */
  readonly #untold = new Map<string, boolean>();
  #wake = Promise.withResolvers<void>();

  constructor(parts: CustodianParts) {
    this.#parts = parts;
    this.terms = new NetworkTerms(parts.queries);
  }

  /**
   * Opens the chains. Throws where signer or database do not answer.
   * @param before runs once addresses are known, before any chain is followed
   */
  async start(
    setup: ChainSetup,
    before: (hotAddress: (branch: KeyBranch) => string) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { queries, engine, live, alarm } = this.#parts;
    const {
      adapters,
      signer,
      bitcoinNetwork,
      everyMs,
      stuckMs,
      newAddressWaitMs,
      compareEveryMs = RESERVE_CHECK_MS,
    } = setup;
    const addresses = new DepositAddresses(queries, await signer.xpubs(), bitcoinNetwork);
    await addresses.load();
    const networks = new Set(adapters.flatMap((adapter) => networksOn(adapter)));
    await this.terms.open([...networks], { engine, live, newAddressWaitMs });
    const watchers = new Map<Chain, ChainWatcher>();
    const readAtMs = new Map(adapters.map(({ chain }) => [chain, performance.now()]));
    const hotAddress = addresses.hot.bind(addresses);
    const confirmations = (network: NetworkId): number => this.terms.of(network).confirmations;
    await before(hotAddress);
    for (const adapter of adapters) {
      const watcher = new ChainWatcher({
        adapter,
        queries,
        engine,
        addresses: addresses.watched(adapter.chain),
        confirmations,
        alarm,
      });
      await watcher.start();
      watchers.set(adapter.chain, watcher);
      const sender = new ChainSender({
        adapter,
        queries,
        engine,
        signer,
        hotAddress,
        confirmations,
        alarm,
        nowMs: Date.now,
        coreMs: () => live.timeMs,
        ...(stuckMs === undefined ? {} : { stuckMs }),
      });
      const sweeper = new Sweeper({ adapter, queries, hotAddress, nowMs: Date.now });
      this.#loop(adapter.chain, everyMs, async () => {
        await watcher.look();
        readAtMs.set(adapter.chain, performance.now());
        await sender.work();
        await sweeper.work();
      });
    }
    this.#running = { setup, addresses, watchers, networks, readAtMs };
    for (const currency of this.#currencies()) this.#comparedAtMs.set(currency, performance.now());
    this.#loop('reserves', compareEveryMs, () => this.#compare());
    // A loop of its own: a comparison that never returns must count as none.
    this.#loop('comparisons', compareEveryMs, () => this.#pauseUncompared());
  }

  /**
   * Alarms for operators: `chain_nodes` while a chain stands still because a node does not answer
   * or the two contradict each other.
   */
  get alarms(): string[] {
    return this.#standing.size === 0 ? [] : ['chain_nodes'];
  }

  /** Undefined while no chain is open. */
  get addresses(): DepositAddresses | undefined {
    return this.#running?.addresses;
  }

  /** Whether the network's chain is being followed. */
  isOpen(network: NetworkName): boolean {
    return this.#running?.networks.has(network) === true;
  }

  /** Height of the newest block read of the network's chain, 0 without one. */
  height(network: NetworkName): number {
    return this.#running?.watchers.get(NETWORKS[network].chain)?.height ?? 0;
  }

  async reserves(): Promise<Reserve[]> {
    if (this.#running === undefined) return [];
    const { setup, addresses } = this.#running;
    return reserves({
      ...this.#parts,
      adapters: setup.adapters,
      hotAddress: addresses.hot.bind(addresses),
    });
  }

  /** Counts moves to cold storage whose transactions have appeared in the chains. */
  async lookForColdMoves(): Promise<void> {
    if (this.#running === undefined) return;
    await lookForColdMoves({
      queries: this.#parts.queries,
      adapters: this.#running.setup.adapters,
      confirmations: (network) => this.terms.of(network).confirmations,
    });
  }

  /**
   * Pauses or resumes withdrawals in the core and at the signer.
   * @param currency 0 for all
   */
  async pause(currency: CurrencyId, isPaused: boolean): Promise<void> {
    const { engine, live } = this.#parts;
    const assets =
      currency === 0
        ? ['*']
        : live.custody
            .networks()
            .filter((network) => network.currency === currency)
            .map(({ id }) => assetOfNetwork(id));
    // The core first: it pauses whether or not the signer answers.
    const { outcome } = await engine.submit({ kind: 'custody.pause', currency, isPaused });
    if (!outcome.ok) throw new Error(`the pause was refused: ${outcome.rejection}`);
    if (!isPaused) this.#resumedAtMs = performance.now();
    for (const asset of assets) this.#untold.set(asset, isPaused);
    await this.#tellSigner().catch((error: unknown) =>
      this.#parts.alarm(
        `withdrawals were ${isPaused ? 'paused' : 'resumed'}, and the signer was not told yet: ${String(error)}`,
      ),
    );
  }

  /** Sends the signer the pauses and resumptions that it has not confirmed. */
  async #tellSigner(): Promise<void> {
    const signer = this.#running?.setup.signer;
    for (const [asset, isPaused] of this.#untold) {
      await (isPaused ? signer?.pause(asset) : signer?.resume(asset, Date.now()));
      if (this.#untold.get(asset) === isPaused) this.#untold.delete(asset);
    }
  }

  /**
   * The agreement that the signer requires for a withdrawal, see `agreementOf`. Undefined while no
   * chain is open.
   */
  async agreementOf(
    withdrawal: bigint,
    more?: OperatorAssertion,
  ): Promise<WithdrawalAgreement | undefined> {
    if (this.#running === undefined) return undefined;
    const { adapters, signer } = this.#running.setup;
    return agreementOf({ queries: this.#parts.queries, adapters, signer }, withdrawal, more);
  }

  /**
   * Whether the chain proves now that a sent withdrawal can never be mined.
   * @param hash of the transaction that took its nonce or an input
   */
  async isLost(withdrawal: bigint, hash: string): Promise<boolean> {
    const transfer = await this.#parts.queries
      .selectFrom('chain_transfers')
      .selectAll()
      .where('withdrawal', '=', withdrawal)
      .executeTakeFirst();
    const adapter = this.#running?.setup.adapters.find(({ chain }) => chain === transfer?.chain);
    const { network } =
      (await this.#parts.queries
        .selectFrom('withdrawals')
        .select('network')
        .where('id', '=', withdrawal)
        .executeTakeFirst()) ?? {};
    if (transfer === undefined || adapter === undefined || network === undefined) return false;
    return isLost(transfer, { adapter, confirmations: this.terms.of(network).confirmations, hash });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake.resolve();
    await Promise.all(this.#loops);
  }

  /** Currencies of the networks whose chains are being followed. */
  #currencies(): Set<CurrencyId> {
    return new Set(
      this.#parts.live.custody
        .networks()
        .filter(({ name }) => this.isOpen(name as NetworkName))
        .map(({ currency }) => currency),
    );
  }

  async #compare(): Promise<void> {
    const { live, alarm } = this.#parts;
    await this.lookForColdMoves();
    const startMs = performance.now();
    for (const {
      currency,
      liabilities,
      hot,
      depositAddresses,
      cold,
      unread,
    } of await this.reserves()) {
      if (unread.length > 0) continue;
      // The watcher's data is as old as its last round.
      this.#comparedAtMs.set(
        currency,
        Math.min(
          startMs,
          ...this.#chainsOf(currency).map((chain) => this.#running?.readAtMs.get(chain) ?? 0),
        ),
      );
      if (hot + depositAddresses + cold >= liabilities || live.custody.isPaused(currency)) continue;
      // An operator resumed meanwhile, by newer figures perhaps. The next round reads those too.
      if (this.#resumedAtMs > startMs) continue;
      await this.pause(currency, true);
      alarm(
        `W4: the assets of currency ${currency} are below what is owed; its withdrawals are paused`,
      );
    }
  }

  /** Fails closed: withdrawals of a currency pause while nobody can compare its reserves. */
  async #pauseUncompared(): Promise<void> {
    const { live, alarm } = this.#parts;
    const limitMs = this.#running?.setup.uncomparedMs ?? UNCOMPARED_MS;
    for (const currency of this.#currencies()) {
      const forMs = performance.now() - (this.#comparedAtMs.get(currency) ?? 0);
      if (forMs <= limitMs || live.custody.isPaused(currency)) continue;
      await this.pause(currency, true);
      alarm(
        `W4: the assets of currency ${currency} could not be compared with what is owed for ${Math.floor(forMs / 1_000)} seconds; its withdrawals are paused`,
      );
    }
    await this.#tellSigner();
  }

  #chainsOf(currency: CurrencyId): Chain[] {
    const own = this.#parts.live.custody
      .networks()
      .filter(
        (network) => network.currency === currency && this.isOpen(network.name as NetworkName),
      );
    return own.map(({ name }) => NETWORKS[name as NetworkName].chain);
  }

  #loop(name: string, everyMs: number, work: () => Promise<void>): void {
    let lastTrouble = '';
    const run = async (): Promise<void> => {
      while (!this.#isStopping) {
        let waitMs = everyMs;
        try {
          await work();
          lastTrouble = '';
          this.#standing.delete(name);
        } catch (error) {
          const trouble = error instanceof Error ? error.message : String(error);
          if (error instanceof ChainFault) this.#standing.add(name);
          // An unavailable node fails many rounds: the alarm is raised once.
          if (trouble !== lastTrouble)
            this.#parts.alarm(
              `${name}: ${error instanceof ChainFault ? error.code : 'error'}: ${trouble}`,
            );
          lastTrouble = trouble;
          waitMs = Math.max(everyMs, RETRY_MS);
        }
        await this.#sleep(waitMs);
      }
    };
    this.#loops.push(run());
  }

  async #sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await Promise.race([promise, this.#wake.promise]);
    clearTimeout(timer);
  }
}
