import type { Outcome } from '@meridian/core/outcome';

/**
 * The relevant fields of any command: amounts are numbers, or texts of digits as the journal has
 * them.
 */
interface AnyCommand {
  readonly kind?: unknown;
  readonly user?: unknown;
  readonly currency?: unknown;
  readonly amount?: unknown;
  readonly dayLimit?: unknown;
  readonly transfer?: unknown;
}

interface Made {
  readonly kind: string;
  readonly number: number;
  readonly command: AnyCommand;
  readonly outcome: Outcome;
}

/** The purposes of each command with a transfer id. */
const SENT_FOR: Readonly<Record<string, readonly string[]>> = {
  'ledger.credit': ['payment', 'adjustment', 'prize'],
  'custody.hold': ['deal'],
  'custody.cost': ['cost'],
};
const HOLD_FIELDS = ['user', 'currency', 'amount'] as const;

/**
 * The rule of transfer ids a second time: each transfer that took effect is kept whole, with its
 * command and answer.
 */
export class NaiveTransfers {
  readonly #made = new Map<string, Made>();

  /**
   * The answer to a well-formed command whose id was used; undefined for a new id.
   * @param isWaiting whether an escrow is open
   */
  answer(command: AnyCommand, isWaiting: (escrow: number) => boolean): Outcome | undefined {
    const name = nameOf(command);
    const before = name === undefined ? undefined : this.#made.get(name);
    if (before === undefined) return undefined;
    const isLimited = before.command.dayLimit !== undefined;
    const isSame =
      HOLD_FIELDS.every((field) => String(before.command[field]) === String(command[field])) &&
      isLimited === (command.dayLimit !== undefined);
    const { outcome } = before;
    if (command.kind === 'custody.hold' && isSame && outcome.ok && isWaiting(outcome.id ?? 0))
      return outcome;
    return { ok: false, rejection: 'transfer_exists' };
  }

  /** Call with each decided command. */
  keep(command: AnyCommand, outcome: Outcome): void {
    const name = nameOf(command);
    if (name === undefined || !outcome.ok) return;
    const { kind, number } = command.transfer as Made;
    this.#made.set(name, { kind, number, command, outcome });
  }

  /** The numbers of each kind as runs, in the shape of a snapshot. */
  snapshot(): Record<string, [first: number, last: number][]> {
    const runs: Record<string, [number, number][]> = {};
    const inOrder = [...this.#made.values()].sort((a, b) => a.number - b.number);
    for (const { kind, number } of inOrder) {
      const own = (runs[kind] ??= []);
      const last = own.at(-1);
      if (last?.[1] === number - 1) last[1] = number;
      else own.push([number, number]);
    }
    return runs;
  }
}

/** Whether a command has an invalid id, or one of a purpose that it does not serve. */
export function isTransferMalformed({ kind, transfer }: AnyCommand): boolean {
  const sentFor = SENT_FOR[String(kind)];
  if (sentFor === undefined || transfer === undefined) return false;
  if (typeof transfer !== 'object' || transfer === null) return true;
  const { kind: of, number } = transfer as Record<string, unknown>;
  return (
    typeof of !== 'string' ||
    !sentFor.includes(of) ||
    typeof number !== 'number' ||
    !Number.isSafeInteger(number) ||
    number < 1
  );
}

function nameOf(command: AnyCommand): string | undefined {
  if (SENT_FOR[String(command.kind)] === undefined || command.transfer === undefined)
    return undefined;
  const { kind, number } = command.transfer as Made;
  return `${kind} ${number}`;
}
