/**
 * The engine as one unit: journal, recovery, sequencer and snapshots, wired together. It knows
 * nothing of threads, HTTP, sockets or tables: its platform is passed in, so that the simulator
 * runs this very code.
 */
import type { Exchange } from '@meridian/core/exchange';
import { NEWEST_RULES } from '@meridian/core/rules';
import { Fault } from '../fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { StartMode } from '../quarantine/cancel-only.ts';
import { culpritsOf } from '../quarantine/culprits.ts';
import type { FaultRecord, HeldFault } from '../quarantine/fault-record.ts';
import type { FaultStore } from '../quarantine/fault-store.ts';
import { Quarantine } from '../quarantine/quarantine.ts';
import type { Clock, ClockStart } from './engine-clock.ts';
import { ProjectorFeed, type ProjectorPort } from './projector-feed.ts';
import { recover } from './recovery.ts';
import { Sequencer } from './sequencer.ts';
import { SnapshotSchedule } from './snapshot-schedule.ts';
import { hashState } from './snapshot-codec.ts';
import type { EngineAlarm, FromEngine, ToEngine } from './thread-messages.ts';

export interface EnginePlatform {
  /** Takes the journal over. `onLost` is called if it is lost later. */
  openJournal(onLost: (fault: Fault) => void): Promise<Journal>;
  /** Port to the projector. */
  readonly projectorPort: ProjectorPort;
  readonly clock: Clock;
  readonly clockStart?: ClockStart | undefined;
  /** The default is `normal`. */
  readonly startMode?: StartMode | undefined;
  /** Store of the commands that broke an invariant; without it no command is held back. */
  readonly faults?: FaultStore;
  /** Sends a message to the engine's owner. */
  send(message: FromEngine): void;
  /** No more messages follow: the engine has stopped as requested, or could not start. */
  ended(): void;
  /** Number of commands between two snapshots; the default is the schedule's own. */
  readonly snapshotEveryCommands?: number;
  /** Commands that may be on the way to the projector; the default is the feed's own. */
  readonly maxProjectorLag?: number;
}

/** Checks of the invariants of docs/INVARIANTS.md around the core; the sequencer counts its own. */
type JournalChecks = Record<'J1' | 'J2' | 'J3' | 'J8', number>;

interface Engine {
  readonly journal: Journal;
  readonly exchange: Exchange;
  readonly feed: ProjectorFeed;
  readonly checks: JournalChecks;
  readonly sequencer: Sequencer;
  readonly snapshots: SnapshotSchedule;
  readonly gate: Gate;
}

/**
 * Recovers and then serves. `send` takes the engine's messages to its owner; the returned function
 * takes the owner's messages.
 */
export function startEngine(platform: EnginePlatform): (message: ToEngine) => void {
  let engine: Engine | undefined;
  run(platform).then(
    (running) => {
      engine = running;
      platform.send({ type: 'recovered', snapshot: running.exchange.snapshot() });
      // Before any other command: this build's rules apply from here on. (While only cancels pass,
      // the old ones stay.)
      if (running.exchange.rules < NEWEST_RULES && !running.gate.quarantine.isCancelOnly)
        running.sequencer.submitOwn({ kind: 'core.upgrade', version: NEWEST_RULES });
    },
    (error: unknown) => {
      sendHalted(platform, error);
      platform.projectorPort.close();
      platform.ended();
    },
  );
  return (message) => {
    if (engine !== undefined) answer(message, engine, platform);
  };
}

function sendHalted(platform: EnginePlatform, error: unknown): void {
  const reason = error instanceof Error ? error : new Error(String(error));
  const code = reason instanceof Fault ? { code: reason.code } : {};
  platform.send({
    type: 'halted',
    ...code,
    message: reason.message,
    ...(reason.stack === undefined ? {} : { stack: reason.stack }),
  });
}

async function run(platform: EnginePlatform): Promise<Engine> {
  const warn = (message: string): void => platform.send({ type: 'warning', message });
  let onLost = (fault: Fault): void => sendHalted(platform, fault);
  const journal = await platform.openJournal((fault) => onLost(fault));
  const feed = new ProjectorFeed(
    platform.projectorPort,
    () => journal.head,
    platform.maxProjectorLag,
  );
  const projectedSeq = await feed.start();
  const checks: JournalChecks = { J1: 0, J2: 0, J3: 0, J8: 0 };
  const exchange = await recover({
    journal,
    projectedSeq,
    async project(batch) {
      feed.send(batch);
      // One page is on the way while the next one replays.
      await feed.reached((batch[0]?.seq ?? 1) - 1);
    },
    warn,
    checked: (invariant, times) => (checks[invariant] += times),
  });
  await feed.reached(exchange.seq);
  const alarms = new Alarms(platform);
  const gate = new Gate(
    platform.startMode ?? 'normal',
    await heldFaults(platform, exchange),
    alarms,
  );
  const [newestSnapshot = 0] = await journal.snapshots();
  const parts = assemble(platform, {
    journal,
    exchange,
    feed,
    checks,
    newestSnapshot,
    alarms,
    gate,
  });
  onLost = (fault) => parts.sequencer.halt(fault);
  return { journal, exchange, feed, checks, gate, ...parts };
}

/**
 * Faults that nobody has released, those of prices with their markets: the first start after a
 * fault finds the markets.
 */
async function heldFaults(
  { faults }: EnginePlatform,
  exchange: Exchange,
): Promise<readonly HeldFault[]> {
  const held = (await faults?.held()) ?? [];
  const located: HeldFault[] = [];
  for (const fault of held) {
    if (fault.kind !== 'index.set' || fault.markets !== undefined) {
      located.push(fault);
      continue;
    }
    const markets = culpritsOf(exchange, fault);
    await faults?.locate(fault.id, markets);
    located.push({ ...fault, markets });
  }
  return located;
}

function assemble(
  platform: EnginePlatform,
  core: Pick<Engine, 'journal' | 'exchange' | 'feed' | 'checks' | 'gate'> & {
    newestSnapshot: number;
    alarms: Alarms;
  },
): Pick<Engine, 'sequencer' | 'snapshots'> {
  const { journal, exchange, feed, checks, alarms, gate } = core;
  const sequencer = new Sequencer({
    exchange,
    journal,
    clock: platform.clock,
    clockStart: platform.clockStart,
    admit: (command) => gate.quarantine.admit(command),
    publisher: {
      durable(applied, tickets, commitMs) {
        const lastSeq = applied.at(-1)?.seq ?? 0;
        if (lastSeq > journal.head.seq)
          throw new Error(
            `invariant J2 does not hold: command ${lastSeq} would leave, the journal ends at ${journal.head.seq}`,
          );
        // The append itself has checked the fence (J8) and that its rows follow the last one (J1).
        checks.J1 += applied.length;
        checks.J2 += applied.length;
        checks.J8++;
        platform.send({ type: 'durable', applied, tickets, commitMs });
        feed.send(applied);
        snapshots.onDurable(lastSeq);
        alarms.clock(sequencer.clock.stepMs);
      },
      unchanged(answers, tickets) {
        const decidedOn = answers.at(-1)?.seq ?? 0;
        if (decidedOn > journal.head.seq)
          throw new Error(
            `invariant J2 does not hold: an answer that follows command ${decidedOn} would leave, the journal ends at ${journal.head.seq}`,
          );
        checks.J2 += answers.length;
        platform.send({ type: 'unchanged', applied: answers, tickets });
      },
      refused: (tickets, { code, message }) =>
        platform.send({ type: 'refused', tickets, code, message }),
      halted: (reason, fault) => halt(platform, reason, fault),
    },
  });
  const snapshots = new SnapshotSchedule(
    {
      exchange,
      journal,
      sequencer,
      warn: (message) => platform.send({ type: 'warning', message }),
      ...(platform.snapshotEveryCommands === undefined
        ? {}
        : { everyCommands: platform.snapshotEveryCommands }),
    },
    core.newestSnapshot,
  );
  feed.onLive = (isLive) => alarms.readModels(isLive);
  feed.onBroken = (reason) => sequencer.halt(reason);
  return { sequencer, snapshots };
}

/**
 * Reports the end, and before it the command that broke the core, if one did: the receiver of the
 * end terminates the thread.
 */
function halt(platform: EnginePlatform, reason: Error, fault: FaultRecord | undefined): void {
  if (fault === undefined) return sendHalted(platform, reason);
  const { kind, user, seq, message } = fault;
  platform.send({
    type: 'warning',
    message: `${kind}${user === undefined ? '' : ` of user ${user}`}, which would have been command ${seq}, broke the core: ${message}`,
  });
  const noted = platform.faults?.record(fault) ?? Promise.resolve();
  void noted.then(() => sendHalted(platform, reason));
}

/** The gate before the core, with its alarms. */
class Gate {
  readonly quarantine: Quarantine;
  readonly #alarms: Alarms;

  constructor(start: StartMode, faults: readonly HeldFault[], alarms: Alarms) {
    this.quarantine = new Quarantine(start, faults);
    this.#alarms = alarms;
    if (this.quarantine.isCancelOnly) alarms.cancelOnly(start !== 'cancel-only');
    alarms.quarantine(this.quarantine.isHolding);
  }

  hold(faults: readonly HeldFault[]): void {
    this.quarantine.hold(faults);
    this.#alarms.quarantine(this.quarantine.isHolding);
  }
}

/** Problems that do not stop the engine: reported when they begin and when they end. */
class Alarms {
  readonly #platform: EnginePlatform;
  readonly #raised = new Set<EngineAlarm>();

  constructor(platform: EnginePlatform) {
    this.#platform = platform;
  }

  /** @param stepMs distance of a stepped wall clock; 0 while it is followed */
  clock(stepMs: number): void {
    const seconds = Math.round(stepMs / 1000);
    this.#set(
      'clock',
      stepMs !== 0,
      stepMs === 0
        ? 'the clock of this machine is right again'
        : `the clock of this machine has stepped by ${seconds} s and is not followed: set it right; a restart would follow it`,
    );
  }

  /** @param isLive false while the projector reads the journal */
  readModels(isLive: boolean): void {
    this.#set(
      'read_models',
      !isLive,
      isLive
        ? 'histories are up to date again'
        : 'histories fall behind: the read models are made anew from the journal; trading goes on',
    );
  }

  /** @param isLoop whether a crash loop caused it, and no setting */
  cancelOnly(isLoop: boolean): void {
    this.#set(
      'cancel_only',
      true,
      `the exchange takes cancels only: ${isLoop ? 'commands broke the core again and again' : 'it was started so'}`,
    );
  }

  quarantine(isHolding: boolean): void {
    this.#set(
      'quarantine',
      isHolding,
      isHolding
        ? 'commands that broke the core are held back: look at the faults in the office'
        : 'nothing is held back any more',
    );
  }

  #set(alarm: EngineAlarm, isRaised: boolean, message: string): void {
    if (this.#raised.has(alarm) === isRaised) return;
    if (isRaised) this.#raised.add(alarm);
    else this.#raised.delete(alarm);
    this.#platform.send({ type: 'warning', message });
    this.#platform.send({ type: 'alarms', alarms: [...this.#raised] });
  }
}

function answer(message: ToEngine, engine: Engine, platform: EnginePlatform): void {
  const { sequencer, exchange, feed, checks, gate } = engine;
  switch (message.type) {
    case 'submit':
      sequencer.submit(message.commands);
      break;
    case 'stateHash':
      sequencer
        .atRest(() => ({ seq: exchange.seq, hash: hashState(exchange.snapshot()).toString('hex') }))
        .then(
          (state) => platform.send({ type: 'stateHash', question: message.question, ...state }),
          (error: unknown) => sendHalted(platform, error),
        );
      break;
    case 'report': {
      const { queueLength, clock } = sequencer;
      const report = {
        queueLength,
        clock,
        projectorLag: feed.lag,
        invariantChecks: {
          ...exchange.invariantChecks(),
          ...checks,
          ...sequencer.checks,
          J6: feed.checks,
        },
      };
      platform.send({ type: 'report', question: message.question, report });
      break;
    }
    case 'faultsChanged':
      platform.faults?.held().then(
        (held) => gate.hold(held),
        (error: unknown) =>
          platform.send({
            type: 'warning',
            message: `what is held back could not be read again: ${String(error)}`,
          }),
      );
      break;
    case 'stop':
      stop(engine, platform).catch((error: unknown) => sendHalted(platform, error));
      break;
  }
}

/** Finishes submitted commands, stores a snapshot, ends. */
async function stop(
  { sequencer, snapshots, feed, journal }: Engine,
  platform: EnginePlatform,
): Promise<void> {
  await sequencer.drain();
  await snapshots.finish();
  feed.close();
  await journal.close();
  platform.ended();
}
