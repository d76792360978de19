import { ChainFault } from '../chain-fault.ts';

// Selects the outputs that pay a transfer. The same outputs and prices give the same choice, in any
// order:
//
// 1. An output that costs more to spend than it is worth is left out.
// 2. A set that fits without change, wasting no more than a change output would cost, is preferred;
//    of those the first in a bounded search, largest outputs first.
// 3. Else the smallest single output that covers everything with change.
// 4. Else the largest outputs one after the other until they cover it.
//
// Change below the dust limit is not made: it goes to the miner.

/** Sizes in weight units (BIP-141): a quarter of a virtual byte each. */
const OVERHEAD_WEIGHT = 42n;
const INPUT_WEIGHT = { p2wpkh: 272n, p2pkh: 594n } as const;
const WEIGHT_OF_OUTPUT_BYTE = 4n;
/**
 * Nodes refuse outputs below this. It is the limit of p2pkh, the strictest of the forms used here.
 */
export const DUST_SATOSHI = 546n;
const MOST_TRIES = 20_000;
/** Nodes do not relay a transaction above 400,000 weight units; this leaves a margin. */
const MOST_INPUTS = 400;

export interface Candidate {
  readonly name: string;
  readonly amount: bigint;
  readonly form: keyof typeof INPUT_WEIGHT;
}

export interface SelectionRequest<T extends Candidate> {
  readonly candidates: readonly T[];
  /** Outputs that must be spent, before any other (at the sender's address of an Omni transfer). */
  readonly required: readonly T[];
  /** Sum of the outputs other than change. */
  readonly target: bigint;
  /** Lengths of the scripts of the outputs other than change. */
  readonly scriptLengths: readonly number[];
  readonly changeScriptLength: number;
  /** Satoshi for 1,000 virtual bytes. */
  readonly perKilobyte: bigint;
}

export interface Selection<T extends Candidate> {
  readonly inputs: readonly T[];
  readonly fee: bigint;
  /** 0 when there is no change output. */
  readonly change: bigint;
}

/** @throws ChainFault `unfunded` when the outputs do not cover target and fee */
export function selectOutputs<T extends Candidate>(request: SelectionRequest<T>): Selection<T> {
  const { candidates, required, target, scriptLengths, changeScriptLength, perKilobyte } = request;
  const price = (weight: bigint): bigint => ceilDivide(weight * perKilobyte, 4000n);
  const cost = (candidate: T): bigint => price(INPUT_WEIGHT[candidate.form]);
  const fixed =
    OVERHEAD_WEIGHT + scriptLengths.reduce((sum, length) => sum + outputWeight(length), 0n);
  const changeCost = price(outputWeight(changeScriptLength));

  const worth = (candidate: T): bigint => candidate.amount - cost(candidate);
  const usable = candidates
    .filter((candidate) => worth(candidate) > 0n && !required.includes(candidate))
    .toSorted(largestFirst);
  const needed =
    target + price(fixed) - required.reduce((sum, candidate) => sum + worth(candidate), 0n);
  const room = changeCost + DUST_SATOSHI;

  const chosen = pick(usable, worth, { needed, room });
  const inputs = [...required, ...chosen];
  if (inputs.length > MOST_INPUTS)
    throw new ChainFault(
      'unfunded',
      `more than ${MOST_INPUTS} outputs would be needed: join them first`,
    );
  const total = inputs.reduce((sum, { amount }) => sum + amount, 0n);
  const weight = fixed + inputs.reduce((sum, { form }) => sum + INPUT_WEIGHT[form], 0n);
  const withChange = total - target - price(weight + outputWeight(changeScriptLength));
  if (withChange >= DUST_SATOSHI)
    return { inputs, change: withChange, fee: total - target - withChange };
  return { inputs, change: 0n, fee: total - target };
}

function pick<T extends Candidate>(
  usable: readonly T[],
  worth: (candidate: T) => bigint,
  { needed, room }: { readonly needed: bigint; readonly room: bigint },
): readonly T[] {
  if (needed <= 0n) return [];
  const exact = withoutChange(usable.map(worth), { least: needed, most: needed + room });
  if (exact !== undefined)
    return exact.map((at) => usable[at]).filter((candidate) => candidate !== undefined);
  const single = usable.findLast((candidate) => worth(candidate) >= needed + room);
  if (single !== undefined) return [single];
  const chosen: T[] = [];
  let sum = 0n;
  for (const candidate of usable) {
    chosen.push(candidate);
    sum += worth(candidate);
    if (sum >= needed) return chosen;
  }
  throw new ChainFault('unfunded', `the outputs are worth ${sum} satoshi of ${needed}`);
}

/**
 * Branch and bound over amounts sorted from large to small. Returns positions whose sum lies in a
 * range, or undefined.
 */
function withoutChange(
  amounts: readonly bigint[],
  { least, most }: { readonly least: bigint; readonly most: bigint },
): readonly number[] | undefined {
  const rest = new Array<bigint>(amounts.length + 1).fill(0n);
  for (let at = amounts.length - 1; at >= 0; at -= 1)
    rest[at] = (rest[at + 1] ?? 0n) + (amounts[at] ?? 0n);
  let tries = 0;
  const chosen: number[] = [];
  const search = (at: number, sum: bigint): boolean => {
    tries += 1;
    if (sum > most || tries > MOST_TRIES || chosen.length > 20) return false;
    if (sum >= least) return true;
    if (at >= amounts.length || sum + (rest[at] ?? 0n) < least || at > 900) return false;
    chosen.push(at);
    if (search(at + 1, sum + (amounts[at] ?? 0n))) return true;
    chosen.pop();
    return search(at + 1, sum);
  };
  return search(0, 0n) ? chosen : undefined;
}

function outputWeight(scriptLength: number): bigint {
  return BigInt(8 + 1 + scriptLength) * WEIGHT_OF_OUTPUT_BYTE;
}

function largestFirst(a: Candidate, b: Candidate): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
