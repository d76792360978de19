/**
 * What the main thread and the engine's thread say to each other. Commands and results travel in
 * batches.
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
  /** Longest that a query may take. */
  readonly databaseTimeoutMs?: number;
  /** Where the journal's witness lies. */
  readonly dataDir: string;
  /** The other end belongs to the projector's thread: batches go out, positions come back. */
  readonly projectorPort: MessagePort;
  /** Where engine time begins, see engine-clock.ts. */
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
  /** An operator has released a fault: what is held is read again. */
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
  /** What changed nothing, and is in no journal: `seq` is that of the command before it. */
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
  /** All that are raised now, whenever that changes. */
  | { readonly type: 'alarms'; readonly alarms: readonly EngineAlarm[] }
  /** It will let nothing more out. `code` is absent where a bug stopped it. */
  | {
      readonly type: 'halted';
      readonly code?: FaultCode;
      readonly message: string;
      readonly stack?: string;
    };

/** The same as it crosses the threads: a batch is packed. */
export type FromEngineThread =
  Exclude<FromEngine, Answers> | PackedAnswers<'durable'> | PackedAnswers<'unchanged'>;
type Answers = Extract<FromEngine, { type: 'durable' | 'unchanged' }>;
type PackedAnswers<Type> = Omit<Extract<FromEngine, { type: Type }>, 'applied'> & {
  readonly packed: PackedBatch;
};

/**
 * Something that an operator has to look at while the engine goes on. `clock`: the wall clock has
 * stepped and is not followed; `read_models`: the projector is so far behind that it reads the
 * journal; `cancel_only`: nothing but cancels is taken; `quarantine`: a command that broke an
 * invariant is held back.
 */
export type EngineAlarm = 'clock' | 'read_models' | 'cancel_only' | 'quarantine';

/** Figures for /metrics. */
export interface EngineReport {
  readonly queueLength: number;
  /** Commands that are durable but not yet in the read models. */
  readonly projectorLag: number;
  readonly clock: { readonly steps: number; readonly stepMs: number };
  /** How often each invariant was checked since the start. */
  readonly invariantChecks: Readonly<Record<string, number>>;
}
