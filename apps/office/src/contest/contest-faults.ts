import { timeOf } from '../shared/time-of.ts';
import { unitsOfTyped } from '../shared/units-of-typed.ts';
import type { PrizeRow } from './contest-words.ts';

const HOUR_MS = 3_600_000;
const LONGEST_DAYS = 92;
const LAST_RANK = 1_000;
const BALANCE = [100n, 1_000_000n] as const;
/** A whole coin as `unitsOfTyped` counts it. */
const COIN = 10n ** 8n;

type Faults = Record<string, unknown>;
type Form = Readonly<Record<string, unknown>>;

/** Checks the terms of a season against each other; errors by field, those of prizes by row. */
export function contestFaults(form: Form, nowMs = Date.now()): Faults {
  const faults: Faults = {};
  const [start, end] = [timeOf(form['start']), timeOf(form['end'])];
  if (start !== undefined && start < nowMs) faults['start'] = 'Must be in the future';
  if (start !== undefined && end !== undefined) {
    if (end - start < HOUR_MS) faults['end'] = 'At least an hour after the start';
    else if (end - start > LONGEST_DAYS * 24 * HOUR_MS)
      faults['end'] = `At most ${LONGEST_DAYS} days after the start`;
  }
  const balance = unitsOfTyped(form['start_balance']);
  if (balance !== undefined && (balance < BALANCE[0] * COIN || balance > BALANCE[1] * COIN))
    faults['start_balance'] = 'From 100 to 1,000,000';
  const prizes = Array.isArray(form['prizes'])
    ? (form['prizes'] as readonly (Partial<PrizeRow> | null | undefined)[])
    : [];
  const rows = prizes.map((prize, index) =>
    prizeFault(prize ?? {}, index === 0 ? 0 : Number(prizes[index - 1]?.to)),
  );
  if (rows.some((row) => row !== undefined)) faults['prizes'] = rows;
  return faults;
}

/**
 * @param last last rank of the row before
 */
function prizeFault(
  { from, to, amount }: Partial<PrizeRow>,
  last: number,
): Record<string, string> | undefined {
  if (from !== undefined && Number.isFinite(last) && from !== last + 1)
    return { from: `Must be ${last + 1}` };
  if (from !== undefined && to !== undefined && to < from)
    return { to: 'Must not be below the first' };
  if (to !== undefined && to > LAST_RANK) return { to: 'At most 1,000' };
  return unitsOfTyped(amount) === 0n ? { amount: 'Must be above zero' } : undefined;
}
