import { isDeepStrictEqual } from 'node:util';
import { decodeCommand, encodeCommand } from '@meridian/core/command-codec';
import { Volumes } from '@meridian/core/fee/volumes';
import { FIRST_RULES } from '@meridian/core/rules';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { LiveView } from '../../src/modules/live-view.ts';
import { COLLECTORS } from '../../src/modules/wallet/projection.ts';
import { ComparedPair } from '@meridian/testkit/differential';
import { EventAuditor } from '@meridian/testkit/event-auditor';
import { ProjectedTables } from './projected-tables.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

/** Number of commands between two full comparisons of core, naive exchange and events. */
const COMPARE_EVERY = 500;
const DAY_MS = 86_400_000;
/** Shanghai's offset from UTC. */
const SHANGHAI_MS = 28_800_000;

/**
 * The truth by the journal alone: the core replayed from genesis, command by command, beside the
 * naive exchange and the auditor of events. All output of a server is compared with it.
 */
export class Truth {
  readonly pair = new ComparedPair(FIRST_RULES);
  readonly auditor = new EventAuditor();
  readonly #database: SimulatedDatabase;
  /** The result of each command, by sequence number from 1. */
  readonly #applied: Applied[] = [];
  #tables = new ProjectedTables();

  constructor(database: SimulatedDatabase) {
    this.#database = database;
  }

  /** Follows the journal up to a sequence number, which must be durable. */
  follow(seq: number): void {
    const { journal } = this.#database;
    if (seq > journal.length)
      throw new Error(`command ${seq} got out, but the journal ends at ${journal.length}`);
    while (this.#applied.length < seq) {
      const row = journal[this.#applied.length];
      if (row === undefined) break;
      this.pair.apply({ command: decodeCommand(row.payload), timeMs: row.timeMs });
      const { lastApplied } = this.pair;
      if (lastApplied === undefined) throw new Error(`command ${row.seq} was not applied`);
      this.#applied.push(lastApplied);
      this.auditor.observe(lastApplied);
      if (row.seq % COMPARE_EVERY === 0) this.compare();
    }
  }

  /** Follows everything that is durable. */
  followAll(): void {
    this.follow(this.#database.journal.length);
  }

  /** Core, naive exchange and events must agree about the whole state. */
  compare(): void {
    this.pair.compareStates();
    this.auditor.compare(this.pair.core.snapshot());
  }

  /**
   * A server must publish the replayed result, and the row must hold the command that its caller
   * sent.
   */
  checkPublished(batch: readonly Applied[], commands: readonly (Command | undefined)[]): void {
    for (const [index, applied] of batch.entries()) {
      this.follow(applied.seq);
      const row = this.#database.journal[applied.seq - 1];
      const command = commands[index];
      // The engine's own journaled commands have no sender.
      const isOwn = row?.payload.startsWith('{"kind":"core.') === true;
      if (!isOwn && (command === undefined || row?.payload !== encodeCommand(command)))
        throw new Error(
          `command ${applied.seq} is answered for another one than the journal holds`,
        );
      if (!isSame(applied, this.#applied[applied.seq - 1]))
        throw new Error(
          `what was published of command ${applied.seq} is not what its replay gives`,
        );
    }
  }

  /** An answer must be that of a durable command. */
  checkAnswer(answer: Applied): void {
    this.follow(answer.seq);
    if (!isDeepStrictEqual(answer.outcome, this.#applied[answer.seq - 1]?.outcome))
      throw new Error(`the answer to command ${answer.seq} is not its outcome`);
  }

  /**
   * A command without effect must be decided on a durable state. If the journal ends there, core
   * and naive exchange decide it once more: to the same answer, without a trace.
   */
  checkUnchanged({ seq, timeMs, outcome }: Applied, command: Command | undefined): void {
    if (command === undefined) throw new Error(`an answer after command ${seq} is for nobody`);
    this.follow(seq);
    if (this.#applied.length !== seq) return;
    this.pair.apply({ command: decodeCommand(encodeCommand(command)), timeMs });
    const { lastApplied } = this.pair;
    if (lastApplied?.seq !== seq)
      throw new Error(
        `${command.kind} after command ${seq} was not journaled, and changes the state`,
      );
    this.auditor.observe(lastApplied);
    if (!isDeepStrictEqual(outcome, lastApplied.outcome))
      throw new Error(
        `the answer to ${command.kind} after command ${seq} is not what the state gives`,
      );
  }

  /**
   * A recovered state must equal the replay from genesis, and the read models must be at the same
   * command with the same content.
   */
  checkRecovered(snapshot: ExchangeSnapshot): void {
    this.followAll();
    this.checkState(snapshot);
    this.checkTables(snapshot);
  }

  checkState(snapshot: ExchangeSnapshot): void {
    const expected = this.pair.core.snapshot();
    if (snapshot.seq !== expected.seq)
      throw new Error(`the state is at ${snapshot.seq}, the journal at ${expected.seq}`);
    if (!isSame({ ...snapshot, timeMs: expected.timeMs }, expected))
      throw new Error(`the state at ${snapshot.seq} is not the replay from genesis`);
  }

  /** The projections must equal the core's state. */
  checkTables(snapshot: ExchangeSnapshot): void {
    const { projections } = this.#database;
    if (!this.#tables.isBehind(projections)) this.#tables = new ProjectedTables();
    const tables = this.#tables;
    tables.follow(projections);
    if (tables.seq !== snapshot.seq)
      throw new Error(`the read models are at ${tables.seq}, the core at ${snapshot.seq}`);
    const open = [...tables.orders]
      .filter(([, order]) => order.closedSeq === null)
      .sort(([a], [b]) => a - b);
    const expectedOrders = [...snapshot.orders].sort((a, b) => a.id - b.id);
    mustEqual(
      'open orders of the read model',
      open.map(([id, order]) => [id, order.user, order.filledLots, order.remainingLots]),
      expectedOrders.map(({ id, user, filledLots, remainingLots }) => [
        id,
        user,
        filledLots,
        remainingLots,
      ]),
    );
    mustEqual(
      'running tickets of the read model',
      [...tables.tickets].sort((a, b) => a - b),
      snapshot.seconds.tickets.map(({ id }) => id).sort((a, b) => a - b),
    );
    this.#checkMarketplace(snapshot.p2p, tables);
    this.#checkProducts(snapshot, tables);
    this.#checkSales(snapshot, tables);
    const balances = snapshot.accounts.filter(({ user }) => !COLLECTORS.includes(user));
    const expected = new Map(
      balances.map(({ user, wallet, currency, available, held }) => [
        `${user} ${wallet} ${currency}`,
        BigInt(available) + BigInt(held),
      ]),
    );
    for (const [account, { sum, newest }] of tables.accounts) {
      const balance = expected.get(account) ?? 0n;
      if (sum !== balance || newest !== balance)
        throw new Error(`statements of ${account} say ${sum} and ${newest}, the core ${balance}`);
      expected.delete(account);
    }
    if (expected.size > 0) throw new Error(`no statements for ${[...expected.keys()].join(', ')}`);
    mustEqual('traded volume of the bars', sorted(tables.volumes), sorted(tables.traded));
  }

  /** Ads, deals and appeals of the read model; those that the core has forgotten stay there. */
  #checkMarketplace(p2p: ExchangeSnapshot['p2p'], tables: ProjectedTables): void {
    const { ads, deals, appeals } = p2p;
    const rowsOf = (rows: ReadonlyMap<number, string>, ids: readonly number[]): unknown[] =>
      ids.map((id) => [id, rows.get(id)]);
    mustEqual(
      'deals of the read model',
      rowsOf(
        tables.deals,
        deals.map(({ id }) => id),
      ),
      deals.map(({ id, state, version }) => [id, `${state} ${version}`]),
    );
    mustEqual(
      'steps of the read model',
      deals.map(({ id }) => tables.steps.get(id)),
      deals.map(({ version }) => version),
    );
    mustEqual(
      'ads of the read model',
      rowsOf(
        tables.ads,
        ads.map(({ id }) => id),
      ),
      ads.map(({ id, state, surplus }) => [id, `${state} ${surplus}`]),
    );
    mustEqual(
      'open appeals of the read model',
      [...tables.appeals].sort((a, b) => a - b),
      appeals.map(({ id }) => id),
    );
  }

  /** Running locks, open quotes, loans, votes and rebates of the read model. */
  #checkProducts(
    { earn, convert, loan, vote, rebate }: ExchangeSnapshot,
    tables: ProjectedTables,
  ): void {
    mustEqual(
      'running locks of the read model',
      [...tables.locks].filter(([, { isOver }]) => !isOver).sort(([a], [b]) => a - b),
      earn.locks.map(({ id, paidDays: days, paid }) => [id, { days, paid, isOver: false }]),
    );
    mustEqual(
      'open quotes of the read model',
      [...tables.quotes].sort((a, b) => a - b),
      convert.quotes.filter(({ isAccepted }) => !isAccepted).map(({ id }) => id),
    );
    mustEqual(
      'loans of the read model',
      loan.loans.map(({ id }) => [id, tables.loans.get(id)]),
      loan.loans.map(({ id, state, pledged, principal, warnings }) => [
        id,
        `${state} ${pledged} ${principal} ${warnings}`,
      ]),
    );
    mustEqual(
      'open rounds of the read model',
      [...tables.rounds].sort((a, b) => a - b),
      vote.rounds.map(({ round }) => round),
    );
    for (const { round, ballots } of vote.rounds)
      mustEqual(
        `ballots of round ${round} of the read model`,
        ballots.map(({ user }) => tables.ballots.get(`${round} ${user}`)),
        ballots.map(({ option, tracker }) => `${option} ${tracker}`),
      );
    mustEqual('rebate lines of the read model', tables.shares.size, rebate.nextLine - 1);
    mustEqual(
      'members of the read model',
      [...tables.members].sort((a, b) => a - b),
      rebate.members.map(({ user }) => user),
    );
  }

  /** Sales that go on, their commitments, and bought coins that are not free yet. */
  #checkSales({ sale }: ExchangeSnapshot, { sales, entries }: ProjectedTables): void {
    const goesOn = (state: string): boolean => state !== 'cancelled' && state !== 'missed';
    mustEqual(
      'sales of the read model',
      [...sales].filter(([, state]) => goesOn(state)).sort(([a], [b]) => a - b),
      sale.sales.filter(({ state }) => goesOn(state)).map(({ terms, state }) => [terms.id, state]),
    );
    const open = sale.sales.flatMap(({ entries: all }) =>
      all.map(({ entry, committed }) => [entry, `${committed} committed`] as const),
    );
    const bound = sale.vestings.map(({ entry, left }) => [entry, `${left} bound`] as const);
    mustEqual(
      'commitments of the read model',
      [...entries]
        .map(([id, { committed, bound: left }]): [number, string] => [
          id,
          left === null ? `${committed} committed` : `${left} bound`,
        ])
        .sort(([a], [b]) => a - b),
      [...open, ...bound].sort(([a], [b]) => a - b),
    );
  }

  /** The live view must equal the core's state at the same command. */
  checkLive(live: LiveView): void {
    if (live.seq !== this.#applied.length)
      throw new Error(`the live view is at ${live.seq}, the journal at ${this.#applied.length}`);
    const snapshot = this.pair.core.snapshot();
    for (const { user, wallet, currency, available, held } of snapshot.accounts) {
      const balance = live.balance(user, wallet, currency);
      if (balance.available !== BigInt(available) || balance.held !== BigInt(held))
        throw new Error(`the live balance of ${user} in ${currency} differs`);
    }
    for (const { round, ballots } of snapshot.vote.rounds)
      mustEqual(
        `ballots of the live round ${round}`,
        [...(live.vote.round(round)?.ballots ?? [])].sort(([a], [b]) => a - b),
        ballots.map(({ user, option }) => [user, option]),
      );
    for (const { user } of snapshot.rebate.members)
      if (!live.rebate.isMember(user)) throw new Error(`user ${user} is no live member`);
    mustEqual('live members', live.rebate.members, snapshot.rebate.members.length);
    const due = snapshot.rebate.due.map(({ day }) => day);
    mustEqual('live days of rebates that are due', live.rebate.due, due);
    for (const { user, days } of snapshot.fee.volumes) {
      const volumes = new Volumes();
      volumes.restore(snapshot.fee.currency, [{ user, days }]);
      const today = shanghaiDay(snapshot.timeMs);
      const wanted = [volumes.volumeOf(user, today), volumes.ofDay(user, today)].map(String);
      const { timeMs } = snapshot;
      const shown = [live.fee.volumeOf(user, timeMs), live.fee.todayOf(user, timeMs)].map(String);
      mustEqual(`live volumes of ${user}`, shown, wanted);
    }
    checkLiveSales(live, snapshot);
    checkLiveOwnLimits(live, snapshot);
    const escrows = new Map<number, bigint>();
    for (const { currency, quantity, endedMs } of snapshot.p2p.deals)
      if (endedMs === 0) escrows.set(currency, (escrows.get(currency) ?? 0n) + BigInt(quantity));
    for (const { id } of snapshot.currencies)
      if (live.p2p.escrow(id).amount !== (escrows.get(id) ?? 0n))
        throw new Error(`the live sum of deals in ${id} differs`);
    for (const order of snapshot.orders) {
      if (live.order(order.id)?.remainingLots !== order.remainingLots)
        throw new Error(`the live order ${order.id} differs`);
    }
    const { day, asked } = snapshot.custody;
    for (const { user, worth } of asked) {
      if (live.custody.askedToday(user, day * DAY_MS - SHANGHAI_MS) !== BigInt(worth))
        throw new Error(`what leaves for ${user} today differs in the live view`);
    }
  }
}

function checkLiveOwnLimits(live: LiveView, { seconds }: ExchangeSnapshot): void {
  for (const { user, losses, ...own } of seconds.ownLimits ?? []) {
    const { losses: shown, ...rest } = live.seconds.ownLimits(user);
    mustEqual(
      `live own limits of ${user}`,
      {
        ...rest,
        losses: shown.map(({ lost, limit, ...loss }) => ({
          ...loss,
          lost: `${lost}`,
          limit: {
            ...limit,
            value: limit.value?.toString() ?? null,
            next: limit.next?.toString() ?? null,
          },
        })),
      },
      { ...own, losses },
    );
  }
}

function checkLiveSales(live: LiveView, { sale }: ExchangeSnapshot): void {
  mustEqual(
    'live token sales',
    live.sale.sales().map(({ terms, state, entries }) => ({
      ...{ id: terms.id, state },
      entries: [...entries].map(([user, { entry, committed }]) => [user, entry, `${committed}`]),
    })),
    sale.sales.map(({ terms, state, entries }) => ({
      ...{ id: terms.id, state },
      entries: entries.map(({ user, entry, committed }) => [user, entry, committed]),
    })),
  );
  mustEqual(
    'live coins that are not free',
    [...live.sale.vestings()]
      .sort(([a], [b]) => a - b)
      .map(([entry, { sale: id, user, left }]) => [entry, id, user, `${left}`]),
    sale.vestings.map(({ entry, sale: id, user, left }) => [entry, id, user, left]),
  );
}

/**
 * Equal down to the order of fields and the sign of zero, in plain objects and arrays.
 * `isDeepStrictEqual` is many times slower.
 */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isSame(item, b[index]))
    );
  }
  const names = Object.keys(a);
  const otherNames = Object.keys(b);
  return (
    names.length === otherNames.length &&
    names.every(
      (name, place) => name === otherNames[place] && isSame(a[name as never], b[name as never]),
    )
  );
}

function sorted(map: ReadonlyMap<number, bigint>): [number, bigint][] {
  return [...map].filter(([, value]) => value !== 0n).sort(([a], [b]) => a - b);
}

function mustEqual(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new Error(`${what} differ from the core`);
}
