import type { Amount, PriceTicks } from '@meridian/money/amount';
import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { canonicalSnapshot, Exchange } from '@meridian/core/exchange';
import { KEY_LIFETIME_MS } from '@meridian/core/idempotency';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ClockStart } from '../../src/engine/engine-clock.ts';
import type { FaultCode } from '../../src/fault.ts';
import { CommandStream } from '@meridian/testkit/command-stream';
import { SeededRandom } from '@meridian/testkit/seeded-random';
import { drawRates, type FaultName } from './faults.ts';
import { SimulatedDatabase } from './simulated-database.ts';
import { SimulatedServer, type ServerWatcher } from './simulated-server.ts';
import { SimulatedWorld } from './simulated-world.ts';
import { Truth } from './truth.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Commands that clients send in the safety phase (retries and repeats come on top). */
  readonly commands: number;
  /** Only these faults strike; all of them if undefined. For shrinking. */
  readonly onlyFaults?: ReadonlySet<FaultName>;
}

export interface SimulationReport {
  readonly seed: number;
  /** Durable commands. */
  commands: number;
  trades: number;
  servers: number;
  acknowledged: number;
  /** Commands that were refused, or repeated, and changed nothing. */
  unchanged: number;
  retries: number;
  readonly faults: Map<FaultName, number>;
  readonly invariantChecks: Map<string, number>;
}

/**
 * A check failed. `steps` is the progress of the safety phase at that point: a run of that length
 * repeats the failure.
 */
export class SimulationFailure extends Error {
  readonly seed: number;
  readonly steps: number;
  constructor(seed: number, steps: number, cause: unknown) {
    super(
      `seed ${seed}, step ${steps}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.name = 'SimulationFailure';
    this.seed = seed;
    this.steps = steps;
  }
}

/** A command of a client that waits for its answer. */
interface Pending {
  readonly command: Command;
  readonly isRetried: boolean;
  attempts: number;
}

/**
 * The seed of a run that must fail: its database forgets an acknowledged command. A swarm that does
 * not notice is blind.
 */
export const CANARY_SEED = 0;
const START_MS = Date.UTC(2026, 0, 30, 11, 59, 30);
const SECOND = 1_000;
/** Far longer than any step here may take: a step that exceeds it hangs. */
const LIVENESS_LIMIT_MS = 600 * SECOND;
const HOUR = 3_600 * SECOND;
/** Interest is of hours and of Shanghai days: each may pass, and several in one. */
const HOURS_OFF = [0, 1, 24, 24, 72] as const;
const SILENCE_MS = 40 * SECOND;
/** Operators who have ruled on nothing before. */
const LAST_OPERATORS = [91, 92] as const;
/** Longer than any ticket of the stream runs. */
const LONGEST_TICKET_S = 60;
/** Clients wait once so many retried commands have no answer. */
const MAX_OWED = 100;
const DELAYED_MS = 400;
const RETRY_MS = 500;
/** Greatest relative drift of engine time from true time while it follows a clock. */
const CLOCK_DRIFT = 0.01;
/** Longest time between a command's stamp and its publication. */
const STAMPED_MS = SECOND;
/** Commands on the way to the projector before the engine lets it go. */
const MAX_PROJECTOR_LAG = [50, 400, 50_000] as const;
const SNAPSHOT_EVERY = [40, 200, 1_000] as const;

/**
 * Runs one seed: a safety phase under faults, then a liveness phase without. Throws
 * `SimulationFailure`.
 */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const simulation = new Simulation(options);
  try {
    return await simulation.run();
  } catch (cause) {
    throw new SimulationFailure(options.seed, simulation.steps, cause);
  }
}

class Simulation implements ServerWatcher {
  steps = 0;
  readonly #options: SimulationOptions;
  readonly #random: SeededRandom;
  readonly #world: SimulatedWorld;
  readonly #database: SimulatedDatabase;
  readonly #truth: Truth;
  readonly #stream: CommandStream;
  readonly #report: SimulationReport;
  readonly #snapshotEvery: number;
  readonly #maxProjectorLag: number;
  readonly #pending = new Map<number, Pending>();
  /** Number of commands that are retried until they are answered. */
  #owed = 0;
  /** First answer to each keyed command, by user, key and content. */
  readonly #answers = new Map<string, Pick<Applied, 'outcome' | 'timeMs'>>();
  #server: SimulatedServer | undefined;
  #nextTicket = 1;
  #feedIsSilent = false;
  #isOver = false;
  #isTampered = false;
  #lastFeed: Command | undefined;
  /**
   * Engine time at the start of the serving server: the journal's last time, or the wall clock if
   * that is later.
   */
  #startTimeMs = 0;
  #clockStart: ClockStart = 'wall';
  #failure: Error | undefined;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    const drawn = drawRates(this.#random);
    const { onlyFaults } = options;
    const rates =
      onlyFaults === undefined
        ? drawn
        : new Map([...drawn].filter(([fault]) => onlyFaults.has(fault)));
    this.#world = new SimulatedWorld(this.#random, rates, START_MS);
    this.#database = new SimulatedDatabase(this.#world);
    this.#database.onCrash = () => this.#server?.kill('crash');
    this.#truth = new Truth(this.#database);
    this.#stream = new CommandStream(this.#random.below(2 ** 31));
    this.#snapshotEvery = this.#random.pick(SNAPSHOT_EVERY);
    this.#maxProjectorLag = this.#random.pick(MAX_PROJECTOR_LAG);
    const { seed } = options;
    this.#report = {
      seed,
      commands: 0,
      trades: 0,
      servers: 0,
      acknowledged: 0,
      unchanged: 0,
      retries: 0,
      faults: this.#world.hits,
      invariantChecks: new Map(),
    };
  }

  async run(): Promise<SimulationReport> {
    await this.#open();
    this.#scheduleTraffic();
    const limit = START_MS + this.#options.commands * 100 + LIVENESS_LIMIT_MS;
    await this.#world.runUntil(
      limit,
      () => this.#failure !== undefined || this.steps >= this.#options.commands,
    );
    this.#throwFailure();
    await this.#drain();
    this.#countChecks();
    return this.#report;
  }

  recovered(server: SimulatedServer, snapshot: ExchangeSnapshot): void {
    if (server === this.#server)
      this.#startTimeMs = Math.max(server.started.wallMs, snapshot.timeMs);
    this.#check(() => {
      this.#truth.checkRecovered(snapshot);
      this.#truth.checkLive(server.live);
    });
  }

  published(
    server: SimulatedServer,
    batch: readonly Applied[],
    commands: readonly (Command | undefined)[],
  ): void {
    this.#check(() => {
      this.#truth.checkPublished(batch, commands);
      for (const applied of batch) this.#truth.checkAnswer(applied);
      const first = batch[0];
      if (first !== undefined && first.seq !== server.live.seq + 1)
        throw new Error(`command ${first.seq} was published after ${server.live.seq}`);
      if (server === this.#server)
        for (const { seq, timeMs } of batch) this.#checkTime(server, seq, timeMs);
    });
  }

  unchanged(answer: Applied, command: Command | undefined): void {
    this.#report.unchanged++;
    this.#check(() => this.#truth.checkUnchanged(answer, command));
  }

  /** J5: engine time advances with true time, however the machine's clock is wrong. */
  #checkTime(server: SimulatedServer, seq: number, timeMs: number): void {
    const trueMs = this.#world.nowMs - server.started.atMs;
    const passedMs = timeMs - this.#startTimeMs;
    if (passedMs > trueMs * (1 + CLOCK_DRIFT) + 1)
      throw new Error(
        `command ${seq} is of ${passedMs} ms after the start, when only ${trueMs} had passed`,
      );
    if (passedMs < (trueMs - STAMPED_MS) * (1 - CLOCK_DRIFT) - 1)
      throw new Error(
        `command ${seq} is of ${passedMs} ms after the start, when ${trueMs} had passed`,
      );
  }

  replied(ticket: number, answer: Applied | FaultCode): void {
    const pending = this.#pending.get(ticket);
    if (pending === undefined) return;
    if (this.#world.strikes('answerDropped')) return;
    const arrive = (): void => this.#answered(ticket, answer);
    if (this.#world.strikes('answerDuplicated'))
      this.#world.after(this.#random.below(DELAYED_MS), arrive);
    this.#world.after(
      this.#world.strikes('answerDelayed') ? this.#random.below(DELAYED_MS) : this.#random.below(3),
      arrive,
    );
  }

  died(server: SimulatedServer, reason: string, code: FaultCode | 'bug' | 'killed'): void {
    if (this.#isTampered && code === 'journal_corrupt') return;
    // No other fault here damages the journal, and no assertion may fire: either would be a bug.
    // With a machine's clock before the journal's time, its operator starts the server from the
    // journal's time.
    this.#clockStart = code === 'clock_wrong' ? 'journal' : 'wall';
    if (code === 'bug' || code === 'journal_corrupt')
      this.#check(() => {
        throw new Error(`the server stopped: ${reason}`);
      });
    if (server !== this.#server) return;
    if (this.#options.seed === CANARY_SEED) this.#database.forgetLastRow();
    if (!this.#isOver) this.#world.after(20 + this.#random.below(SECOND), () => this.#start());
  }

  /**
   * Lists markets and funds users before any fault strikes, so that each history has something to
   * lose.
   */
  async #open(): Promise<void> {
    this.#world.faultsOn = false;
    this.#start();
    await this.#untilServing();
    for (const { command } of this.#stream.opening()) this.#send(command, true);
    await this.#untilQuiet();
    this.#world.faultsOn = true;
  }

  #start(): void {
    if (this.#server?.isAlive === true) return;
    if (this.#world.strikes('databaseLosesProjections')) this.#database.losePower();
    this.#launch();
  }

  #launch(): void {
    this.#report.servers++;
    const parts = {
      world: this.#world,
      database: this.#database,
      snapshotEveryCommands: this.#snapshotEvery,
      maxProjectorLag: this.#maxProjectorLag,
      clockStart: this.#clockStart,
    };
    this.#server = new SimulatedServer({ ...parts, watcher: this });
  }

  /** Clients, the price feed, the clock and rival servers, each for as long as faults are on. */
  #scheduleTraffic(): void {
    const client = (): void => {
      if (!this.#world.faultsOn) return;
      // Few clients call a server that is down or does not answer: enough to cover the case.
      const isStuck = this.#server?.isServing !== true || this.#owed > MAX_OWED;
      if (isStuck && this.#random.chance(0.95))
        return this.#world.after(this.#random.below(60), client);
      this.steps++;
      const { command } = this.#stream.next(this.#truth.pair.naive);
      this.#send(command, 'key' in command && command.key !== undefined);
      this.#world.after(
        this.#random.chance(0.9) ? this.#random.below(3) : this.#random.below(60),
        client,
      );
    };
    for (let count = 0; count < 3; count++) this.#world.after(count, client);
    this.#every(SECOND, () => this.#tickFeed());
    this.#every(SECOND, () => this.#moveClock());
    this.#every(SECOND, () => this.#send({ kind: 'clock.tick' }, false));
    this.#every(SECOND, () => this.#world.strikes('secondEngine') && this.#startRival());
  }

  #every(intervalMs: number, run: () => void): void {
    const step = (): void => {
      if (!this.#world.faultsOn) return;
      run();
      this.#world.after(intervalMs, step);
    };
    this.#world.after(intervalMs, step);
  }

  #tickFeed(): void {
    if (this.#world.strikes('feedGap')) this.#feedIsSilent = !this.#feedIsSilent;
    if (this.#feedIsSilent) return;
    if (this.#lastFeed !== undefined && this.#world.strikes('feedRepeat'))
      return this.#send(this.#lastFeed, false);
    const factor = this.#world.strikes('feedSpike') ? this.#random.pick([0.1, 0.5, 3, 20]) : 1;
    const prices = [...this.#truth.pair.core.snapshot().markets].map(
      ({ id, lastTicks, indexTicks }) => {
        const around = (lastTicks || indexTicks || 100) * factor;
        return [id, Math.max(1, Math.round(around))] as const;
      },
    );
    this.#lastFeed = { kind: 'index.set', source: 'simulated', prices } as unknown as Command;
    this.#send(this.#lastFeed, false);
  }

  #moveClock(): void {
    if (this.#world.strikes('machineOff')) {
      this.#server?.kill('the machine is off');
      this.#world.clockOffsetMs += this.#random.pick(HOURS_OFF) * HOUR + this.#random.below(HOUR);
    }
    if (this.#world.strikes('clockJumpsForward'))
      this.#world.clockOffsetMs += this.#random.below(300 * SECOND);
    if (this.#world.strikes('clockJumpsBack'))
      this.#world.clockOffsetMs -= this.#random.below(300 * SECOND);
  }

  /**
   * A second server starts on the same database while the first one still serves, as after a
   * partition.
   */
  #startRival(): void {
    const old = this.#server;
    if (old?.isServing !== true) return;
    this.#launch();
    // Some clients still call the old one: the commands that it accepts now must not count.
    const late = this.#random.between(1, 5);
    for (let count = 0; count < late; count++) {
      const { command } = this.#stream.next(this.#truth.pair.naive);
      this.#world.after(this.#random.below(40), () =>
        old.submit(this.#register(command, false), command),
      );
    }
    this.#world.after(SECOND, () => old.kill('replaced'));
  }

  #register(command: Command, isRetried: boolean): number {
    const ticket = this.#nextTicket++;
    this.#pending.set(ticket, { command, isRetried, attempts: 0 });
    if (isRetried) this.#owed++;
    return ticket;
  }

  #send(command: Command, isRetried: boolean): void {
    this.#attempt(this.#register(command, isRetried));
  }

  /** One try over the network. A command that is retried stays pending until it is answered. */
  #attempt(ticket: number): void {
    const pending = this.#pending.get(ticket);
    if (pending === undefined) return;
    if (++pending.attempts > 1) this.#report.retries++;
    const deliver = (): void => this.#server?.submit(ticket, pending.command);
    if (!this.#world.strikes('requestDropped')) {
      if (this.#world.strikes('requestDuplicated'))
        this.#world.after(this.#random.below(DELAYED_MS), deliver);
      this.#world.after(
        this.#world.strikes('requestDelayed')
          ? this.#random.below(DELAYED_MS)
          : this.#random.below(3),
        deliver,
      );
    }
    if (pending.isRetried)
      this.#world.after(RETRY_MS + this.#random.below(RETRY_MS), () => this.#attempt(ticket));
    else this.#world.after(10 * SECOND, () => this.#pending.delete(ticket));
  }

  #answered(ticket: number, answer: Applied | FaultCode): void {
    const pending = this.#pending.get(ticket);
    if (pending === undefined) return;
    if (typeof answer === 'string') return;
    this.#report.acknowledged++;
    this.#pending.delete(ticket);
    if (pending.isRetried) this.#owed--;
    const { command } = pending;
    // A refusal leaves no trace, not even its key: the same command may be accepted later.
    if (!('key' in command) || command.key === undefined || !answer.outcome.ok) return;
    // J4: the same command under the same key is accepted once while the key lives, however often
    // it was sent and even where a process died in between.
    const identity = encodeCommand(command);
    const first = this.#answers.get(identity);
    if (first === undefined || answer.timeMs - first.timeMs >= KEY_LIFETIME_MS)
      this.#answers.set(identity, answer);
    else
      this.#check(() => {
        if (!isDeepStrictEqual(first.outcome, answer.outcome))
          throw new Error(`two answers to one keyed command: ${identity}`);
      });
  }

  /**
   * Liveness: without faults everything ends. Retries are answered, readers catch up, orders close,
   * no hold remains.
   */
  async #drain(): Promise<void> {
    this.#world.faultsOn = false;
    await this.#untilServing();
    await this.#untilQuiet();
    // Messages in the network arrive, and a hanging commit is given up.
    await this.#world.runUntil(this.#world.nowMs + SILENCE_MS);
    await this.#untilServing();
    this.#truth.followAll();
    for (const { settings, id } of this.#markets())
      this.#send(
        {
          kind: 'market.list',
          market: { ...settings, id, status: 'open', indexMaxAgeMs: LIVENESS_LIMIT_MS },
        },
        true,
      );
    for (const user of this.#truth.pair.naive.frozen())
      this.#send({ kind: 'custody.freeze', user, isFrozen: false }, true);
    await this.#untilQuiet();
    this.#truth.followAll();
    for (const { id, user } of this.#truth.pair.naive.openOrders())
      this.#send({ kind: 'spot.cancel', user, order: id }, true);
    await this.#closePositions();
    // A waiting withdrawal is rejected, a signed one fails: each command is refused for the other
    // state.
    for (const withdrawal of this.#truth.pair.naive.openWithdrawals()) {
      this.#send({ kind: 'custody.reject', withdrawal, operator: 9 }, true);
      this.#send({ kind: 'custody.fail', withdrawal }, true);
    }
    for (const escrow of this.#truth.pair.naive.openEscrows())
      this.#send({ kind: 'custody.payHold', escrow, recipient: 0 }, true);
    await this.#endDeals();
    await this.#settleTickets();
    await this.#checkEnd();
  }

  /**
   * Orders are cancelled and positions closed: requested at a fresh price, executed at the next
   * one.
   */
  async #closePositions(): Promise<void> {
    const { naive } = this.#truth.pair;
    for (let second = 0; second < LONGEST_TICKET_S; second++) {
      this.#truth.followAll();
      const left = naive.margin.positions();
      if (left.length === 0) return;
      const prices = [...new Set(left.map(({ market }) => market))].map(
        (market) => [market, naive.pricesOf(market).indexTicks as PriceTicks] as const,
      );
      this.#send({ kind: 'index.set', source: 'simulated', prices }, true);
      for (const { id, user, status } of left)
        this.#send(
          { kind: status === 'waiting' ? 'margin.cancel' : 'margin.close', user, position: id },
          true,
        );
      await this.#untilQuiet();
      await this.#world.runUntil(this.#world.nowMs + SECOND / 2);
      this.#send({ kind: 'index.set', source: 'simulated', prices }, true);
      await this.#untilQuiet();
    }
    throw new Error(`${naive.margin.positions().length} positions are never closed`);
  }

  /**
   * Two operators rule on each appeal, because its side may have withdrawn one before. Deals end:
   * unpaid ones by their buyer, paid ones by release, or by agreement where the seller holds
   * everything back.
   */
  async #endDeals(): Promise<void> {
    const { naive } = this.#truth.pair;
    for (let round = 0; round < 4; round++) {
      await this.#untilQuiet();
      this.#truth.followAll();
      for (const { id, by, ...sides } of naive.p2p.appeals()) {
        const user = sides[by === 'buyer' ? 'seller' : 'buyer'];
        this.#send({ kind: 'p2p.answerAppeal', user, appeal: id }, true);
        await this.#untilQuiet();
        const ruling = { toBuyer: 0n as Amount, fault: 'nobody', bondCut: 0n as Amount } as const;
        for (const operator of LAST_OPERATORS) {
          this.#send({ kind: 'p2p.rule', appeal: id, ...ruling, operator }, true);
          await this.#untilQuiet();
        }
      }
      this.#truth.followAll();
      const open = naive.p2p.deals().filter(({ state }) => state === 'unpaid' || state === 'paid');
      if (open.length === 0) return;
      for (const { id, buyer, seller, state, version, isCancelAsked } of open) {
        const act = { deal: id, version };
        if (state === 'unpaid') this.#send({ kind: 'p2p.cancel', user: buyer, ...act }, true);
        else if (isCancelAsked)
          this.#send({ kind: 'p2p.answerCancel', user: buyer, ...act, accepts: true }, true);
        else if (round === 0) this.#send({ kind: 'p2p.release', user: seller, ...act }, true);
        else this.#send({ kind: 'p2p.askCancel', user: seller, ...act }, true);
      }
    }
    await this.#untilQuiet();
  }

  /** Every ticket ends once engine time has passed it, though the clock may still be wrong. */
  async #settleTickets(): Promise<void> {
    for (let second = 0; second < LONGEST_TICKET_S; second++) {
      this.#truth.followAll();
      if (this.#truth.pair.naive.openTickets() === 0) return;
      await this.#world.runUntil(this.#world.nowMs + SECOND);
      this.#send({ kind: 'clock.tick' }, true);
      await this.#untilQuiet();
    }
    throw new Error(`${this.#truth.pair.naive.openTickets()} tickets are never settled`);
  }

  *#markets() {
    for (const { id } of this.#truth.pair.core.snapshot().markets) {
      const market = this.#truth.pair.naive.market(id);
      if (market !== undefined) yield { id, settings: market.settings };
    }
  }

  async #checkEnd(): Promise<void> {
    const server = this.#server;
    if (server === undefined) throw new Error('no server serves at the end');
    await this.#until(
      'the read models to catch up',
      () => this.#database.position.seq === this.#database.journal.length,
    );
    this.#truth.followAll();
    this.#truth.compare();
    const snapshot = this.#truth.pair.core.snapshot();
    const bonds = new Map(
      snapshot.p2p.traders.map(({ user, bond }) => [`${user} ${bond?.currency}`, bond?.amount]),
    );
    const kept = this.#heldByProducts();
    const stuck = snapshot.accounts.filter(({ user, wallet, currency, held }) => {
      const bond = wallet === 'p2p' ? bonds.get(`${user} ${currency}`) : undefined;
      const ofProducts = kept.get(`${user}/${wallet}/${currency}`) ?? 0n;
      return BigInt(held) !== BigInt(bond ?? 0) + ofProducts;
    });
    if (stuck.length > 0 || snapshot.orders.length > 0)
      throw new Error(`${stuck.length} accounts keep something held`);
    this.#truth.checkTables(snapshot);
    this.#truth.checkLive(server.live);
    const asked = server.stateHash();
    let live: { seq: number; hash: string } | undefined;
    void asked.then((answer) => (live = answer));
    await this.#until('the state hash', () => live !== undefined);
    const expected = createHash('sha256').update(canonicalSnapshot(snapshot)).digest('hex');
    if (live?.hash !== expected) throw new Error('the live state is not the replay from genesis');
    const restored = Exchange.restore(JSON.parse(JSON.stringify(snapshot)) as ExchangeSnapshot);
    if (canonicalSnapshot(restored.snapshot()) !== canonicalSnapshot(snapshot))
      throw new Error('a restored state is not the state');
    this.#checkJournal();
    await this.#checkTampering();
  }

  /** Terms run on at the end: locks, reserves, quotes, collateral, token sales. By account. */
  #heldByProducts(): Map<string, bigint> {
    const { earn, convert, loan, sales } = this.#truth.pair.naive;
    const sums = new Map<string, bigint>();
    for (const area of [earn, convert, loan, sales])
      for (const [account, amount] of area.holds())
        sums.set(account, (sums.get(account) ?? 0n) + amount);
    return sums;
  }

  /** J1: the next start refuses an edited journal, after any edit. */
  async #checkTampering(): Promise<void> {
    this.#isOver = true;
    this.#server?.kill('stopped');
    const what = this.#database.tamper();
    this.#isTampered = true;
    this.#launch();
    await this.#until(
      'the start on an edited journal',
      () => this.#server?.isAlive !== true || this.#server.isServing,
    );
    if (this.#server?.isServing === true)
      throw new Error(`the server serves on an edited journal (${what})`);
  }

  /** J1, J5: contiguous, time and epoch never decreasing. */
  #checkJournal(): void {
    let last = { timeMs: 0, epoch: 0 };
    for (const [index, row] of this.#database.journal.entries()) {
      if (row.seq !== index + 1 || row.timeMs < last.timeMs || row.epoch < last.epoch)
        throw new Error(`journal row ${row.seq} is out of order`);
      last = row;
    }
    this.#report.commands = this.#database.journal.length;
    this.#report.trades = this.#truth.pair.naive.tradeCount;
  }

  #countChecks(): void {
    const sources = [
      Object.entries(this.#truth.pair.core.invariantChecks()),
      this.#truth.auditor.checks,
    ];
    for (const counts of sources) {
      for (const [id, count] of counts)
        this.#report.invariantChecks.set(id, (this.#report.invariantChecks.get(id) ?? 0) + count);
    }
  }

  #untilServing(): Promise<void> {
    return this.#until('a server to serve', () => this.#server?.isServing === true);
  }

  #untilQuiet(): Promise<void> {
    return this.#until('all commands to be answered', () => this.#owed === 0);
  }

  async #until(what: string, isDone: () => boolean): Promise<void> {
    await this.#world.runUntil(
      this.#world.nowMs + LIVENESS_LIMIT_MS,
      () => this.#failure !== undefined || isDone(),
    );
    this.#throwFailure();
    if (!isDone()) throw new Error(`waited in vain for ${what}`);
  }

  /**
   * Failures occur inside of functions that the server calls, which must not see them: they are
   * kept, and thrown by the main loop.
   */
  #check(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
