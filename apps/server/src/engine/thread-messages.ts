/**
 * Messages between the main thread and the engine's thread. Commands and results travel in batches.
 */
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { MessagePort } from 'node:worker_threads';
import type { FaultCode } from '../fault.ts';
import type { StartMode } from '../quarantine/cancel-only.ts';
import type { PackedBatch } from './batch-codec.ts';
import type { ClockStart } from './engine-clock.ts';

export interface EngineThreadData {
  readonly databaseUrl: string;
  /** Milliseconds that a query may take. */
  readonly databaseTimeoutMs?: number;
  /** Folder of the journal's witness. */
  readonly dataDir: string;
  /** The other end belongs to the projector's thread: batches go out, positions come back. */
  readonly projectorPort: MessagePort;
  /** Beginning of engine time, see engine-clock.ts. */
  readonly clockStart?: ClockStart | undefined;
  readonly startMode?: StartMode | undefined;
}

export type ToEngine =
  | {
      readonly type: 'submit';
      readonly commands: readonly { readonly ticket: number; readonly command: Command }[];
    }
  | { readonly type: 'stateHash'; readonly question: number }
  | { readonly type: 'report'; readonly question: number }
  /** An operator has released a fault: the engine reads the held faults again. */
  | { readonly type: 'faultsChanged' }
  | { readonly type: 'stop' };

export type FromEngine =
  | { readonly type: 'recovered'; readonly snapshot: ExchangeSnapshot }
  | {
      readonly type: 'durable';
      readonly applied: readonly Applied[];
      readonly tickets: readonly number[];
      readonly commitMs: number;
    }
  /** Commands that changed nothing, and are in no journal: `seq` is that of the command before. */
  | {
      readonly type: 'unchanged';
      readonly applied: readonly Applied[];
      readonly tickets: readonly number[];
    }
  | {
      readonly type: 'refused';
      readonly tickets: readonly number[];
      readonly code: FaultCode;
      readonly message: string;
    }
  | {
      readonly type: 'stateHash';
      readonly question: number;
      readonly seq: number;
      readonly hash: string;
    }
  | { readonly type: 'report'; readonly question: number; readonly report: EngineReport }
  | { readonly type: 'warning'; readonly message: string }
  /** All present alarms, at each change. */
  | { readonly type: 'alarms'; readonly alarms: readonly EngineAlarm[] }
  /** The engine lets nothing more out. `code` is absent where a bug stopped it. */
  | {
      readonly type: 'halted';
      readonly code?: FaultCode;
      readonly message: string;
      readonly stack?: string;
    };

/** The same messages between the threads: batches are packed. */
export type FromEngineThread =
  Exclude<FromEngine, Answers> | PackedAnswers<'durable'> | PackedAnswers<'unchanged'>;
type Answers = Extract<FromEngine, { type: 'durable' | 'unchanged' }>;
type PackedAnswers<Type> = Omit<Extract<FromEngine, { type: Type }>, 'applied'> & {
  readonly packed: PackedBatch;
};

/**
 * A problem for operators that does not stop the engine. `clock`: the wall clock has stepped and is
 * not followed; `read_models`: the projector is so far behind that it reads the journal;
 * `cancel_only`: only cancels are accepted; `quarantine`: a command that broke an invariant is held
 * back.
 */
export type EngineAlarm = 'clock' | 'read_models' | 'cancel_only' | 'quarantine';

/** Figures for /metrics. */
export interface EngineReport {
  readonly queueLength: number;
  /** Commands that are durable but not yet in the read models. */
  readonly projectorLag: number;
  readonly clock: { readonly steps: number; readonly stepMs: number };
  /** Number of checks of each invariant since the start. */
  readonly invariantChecks: Readonly<Record<string, number>>;
}
