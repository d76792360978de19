/**
 * Commands on their way to the core, in three lanes. Commands that keep the exchange safe do not
 * wait behind customers' orders, and a flood of orders does not keep them out: each lane has its
 * own bound.
 *
 * Order: commands of one lane stay in order. A lane is taken before the next one, but a customer's
 * turn comes after three cancels at the latest. So a cancel overtakes commands that wait in the
 * lane of customers, also of the same user: it names its order by the number in the placement's
 * answer, so that order cannot be among them. A cancel that names no number could mean an order
 * that still waits, and stays in the lane of customers. The close of a position is cancelled by the
 * position's number, which is known before: a close without an answer yet can be overtaken by its
 * cancel.
 */
import { knownCommand } from '@meridian/core/command-areas';
import type { Command } from '@meridian/core/commands';

/** A command and its caller's number for it. */
export interface Waiting {
  readonly ticket: number;
  readonly command: Command;
}

export type Lane = 'system' | 'cancels' | 'customers';

/**
 * The feed and the clock have one command each under way, and newer prices replace those that wait
 * in the feed: only a defect could reach this number.
 */
const MAX_SYSTEM = 1_000;
const CANCELS_IN_A_ROW = 3;

export function laneOf(command: Command): Lane {
  const lane = knownCommand(command.kind)?.lane ?? 'customers';
  return command.kind === 'spot.cancel' && typeof command.order !== 'number' ? 'customers' : lane;
}

/**
 * Number of commands of a lane that may wait.
 * @param most of customers' commands, and of cancels
 */
export function roomOf(lane: Lane, most: number): number {
  return lane === 'system' ? MAX_SYSTEM : most;
}

/** First in, first out. */
class Queue {
  #items: Waiting[] = [];
  #start = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  push(waiting: Waiting): void {
    this.#items.push(waiting);
  }

  take(): Waiting | undefined {
    const taken = this.#items[this.#start];
    if (taken === undefined) return undefined;
    this.#start++;
    // Dropping taken items copies the rest: done seldom enough to be cheap, often enough to stay
    // small.
    if (this.#start === this.#items.length || this.#start >= 512) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
    return taken;
  }

  takeAll(): Waiting[] {
    const all = this.#items.slice(this.#start);
    this.#items = [];
    this.#start = 0;
    return all;
  }
}

/** Owns the waiting commands. */
export class CommandLanes {
  readonly #most: number;
  readonly #lanes: Readonly<Record<Lane, Queue>> = {
    system: new Queue(),
    cancels: new Queue(),
    customers: new Queue(),
  };
  #cancelsInARow = 0;

  /** @param most customers' commands, and cancels, that may wait */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#lanes.system.length + this.#lanes.cancels.length + this.#lanes.customers.length;
  }

  /** Adds a command behind those of its lane; false if the lane is full. */
  push(waiting: Waiting): boolean {
    const lane = laneOf(waiting.command);
    const queue = this.#lanes[lane];
    if (queue.length >= roomOf(lane, this.#most)) return false;
    queue.push(waiting);
    return true;
  }

  /** Adds a command of the engine's own, which no bound refuses. */
  pushOwn(waiting: Waiting): void {
    this.#lanes.system.push(waiting);
  }

  /** The next command, undefined when none waits. */
  take(): Waiting | undefined {
    const { system, cancels, customers } = this.#lanes;
    if (system.length > 0) return system.take();
    const isCustomersTurn = this.#cancelsInARow >= CANCELS_IN_A_ROW && customers.length > 0;
    if (cancels.length > 0 && !isCustomersTurn) {
      this.#cancelsInARow++;
      return cancels.take();
    }
    this.#cancelsInARow = 0;
    return customers.take();
  }

  takeAll(): Waiting[] {
    return [
      ...this.#lanes.system.takeAll(),
      ...this.#lanes.cancels.takeAll(),
      ...this.#lanes.customers.takeAll(),
    ];
  }
}
