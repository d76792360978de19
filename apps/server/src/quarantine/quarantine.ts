/**
 * The gate before the core: holds back commands that broke an invariant before and are not
 * released, and all but cancels in cancel-only mode, which the setting or a crash loop starts. Owns
 * no table: its caller passes the held faults.
 */
import type { Command } from '@meridian/core/commands';
import { Fault } from '../fault.ts';
import { isCrashLoop, passesCancelOnly, type StartMode } from './cancel-only.ts';
import { fingerprintOf, type HeldFault } from './fault-record.ts';

/** Held by the market of the price, or not at all: see `isCrashLoop`. */
const NEVER_WHOLE: ReadonlySet<string> = new Set(['index.set', 'clock.tick']);

export class Quarantine {
  /** Decided at the start, until the next one. */
  readonly isCancelOnly: boolean;
  readonly #fingerprints = new Set<string>();
  readonly #kinds = new Set<string>();
  /** Markets whose prices are held back. */
  readonly #markets = new Set<number>();

  /** @param faults all unreleased ones */
  constructor(start: StartMode, faults: readonly HeldFault[]) {
    this.isCancelOnly = start === 'cancel-only' || isCrashLoop(faults);
    this.hold(faults);
  }

  /** Whether any command or market is held back. */
  get isHolding(): boolean {
    return this.#fingerprints.size > 0 || this.#markets.size > 0;
  }

  /** Replaces the held faults. */
  hold(faults: readonly HeldFault[]): void {
    this.#fingerprints.clear();
    this.#kinds.clear();
    this.#markets.clear();
    for (const { kind, fingerprint, markets } of faults) {
      for (const market of markets ?? []) this.#markets.add(market);
      if (NEVER_WHOLE.has(kind)) continue;
      this.#kinds.add(kind);
      this.#fingerprints.add(fingerprint);
    }
  }

  /**
   * The command that may be applied (without held prices), or the reason of a refusal: `Fault`
   * cancel_only or quarantined.
   */
  admit(command: Command): Command | Fault {
    if (this.isCancelOnly && !passesCancelOnly(command))
      return new Fault('cancel_only', `the exchange takes cancels only: no ${command.kind}`);
    if (command.kind === 'index.set' && this.#markets.size > 0) {
      const prices = command.prices.filter(([market]) => !this.#markets.has(market));
      if (prices.length === 0) return quarantined(command);
      return prices.length === command.prices.length ? command : { ...command, prices };
    }
    return this.#kinds.has(command.kind) && this.#fingerprints.has(fingerprintOf(command))
      ? quarantined(command)
      : command;
  }
}

function quarantined({ kind }: Command): Fault {
  return new Fault('quarantined', `this ${kind} broke an invariant before and was not released`);
}
