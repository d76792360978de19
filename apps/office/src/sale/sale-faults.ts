import { SALE_BOUNDS } from '@meridian/contract/sale/bounds';
import { decimalFault } from '../shared/decimal-rule.ts';
import { timeOf } from '../shared/time-of.ts';
import { unitsOfTyped } from '../shared/units-of-typed.ts';

type Form = Readonly<Record<string, unknown>>;

const [LEAST_OPEN_MS, LONGEST_MS] = SALE_BOUNDS.openMs;
const [FEWEST_INSTALMENTS, MOST_INSTALMENTS] = SALE_BOUNDS.instalments;
const WHOLE_BPS = 10_000;
const NEEDED = ['title', 'kind', 'currency', 'paid_in', 'lots', 'opens', 'closes', 'free_bps'];
const AMOUNTS = ['lot_number', 'lot_price', 'min_number', 'max_number', 'cap_number'];

/** Checks a sale before it is announced; errors by field. */
export function saleFaults(form: Form, nowMs = Date.now()): Record<string, string> {
  const faults: Record<string, string> = {};
  // A form with rules of its own asks no field for its rules.
  for (const field of NEEDED) if ((form[field] ?? '') === '') faults[field] = 'Required';
  const amounts = form['kind'] === 'crowd' ? [...AMOUNTS, 'target'] : AMOUNTS;
  for (const field of amounts) {
    const fault = decimalFault(form[field] ?? '');
    if (fault !== undefined) faults[field] = fault;
    else if (unitsOfTyped(form[field]) === 0n) faults[field] = 'Must be above zero';
  }
  const { lots } = form;
  if (lots !== undefined && lots !== null && !(Number.isInteger(lots) && (lots as number) > 0))
    faults['lots'] = 'A whole number above zero';
  if (form['currency'] !== undefined && form['currency'] === form['paid_in'])
    faults['paid_in'] = 'Another currency than the coin';
  return { ...boundFaults(form), ...timeFaults(form, nowMs), ...vestingFaults(form), ...faults };
}

/** Commitments are prices of whole lots: least ≤ cap ≤ most. */
function boundFaults(form: Form): Record<string, string> {
  const faults: Record<string, string> = {};
  const [price, least, most, cap] = ['lot_price', 'min_number', 'max_number', 'cap_number'].map(
    (field) => unitsOfTyped(form[field]),
  );
  if (price !== undefined && price > 0n)
    for (const [field, amount] of [
      ['min_number', least],
      ['max_number', most],
      ['cap_number', cap],
    ] as const)
      if (amount !== undefined && amount % price !== 0n)
        faults[field] = 'A multiple of the price of a lot';
  if (least !== undefined && cap !== undefined && cap < least)
    faults['cap_number'] = 'Not below the least commitment';
  if (most !== undefined && cap !== undefined && cap > most)
    faults['cap_number'] = 'Not above the largest commitment';
  const { lots } = form;
  const target = form['kind'] === 'crowd' ? unitsOfTyped(form['target']) : undefined;
  if (target !== undefined && price !== undefined && Number.isSafeInteger(lots))
    if (target > price * BigInt(lots as number))
      faults['target'] = 'Not above the price of all lots';
  return faults;
}

function timeFaults(form: Form, nowMs: number): Record<string, string> {
  const faults: Record<string, string> = {};
  const [opens, closes] = [timeOf(form['opens']), timeOf(form['closes'])];
  if (opens !== undefined && opens < nowMs) faults['opens'] = 'Must be in the future';
  if (opens !== undefined && closes !== undefined) {
    if (closes < opens + LEAST_OPEN_MS) faults['closes'] = 'At least a day after the opening';
    if (closes > opens + LONGEST_MS) faults['closes'] = 'Within 90 days after the opening';
  }
  return faults;
}

/** Coins that are not free at once need a first day and a number of instalments. */
function vestingFaults(form: Form): Record<string, string> {
  const free = form['free_bps'];
  if (typeof free !== 'number') return {};
  if (!Number.isInteger(free) || free < 0 || free > WHOLE_BPS)
    return { free_bps: 'From 0 to 10,000' };
  if (free === WHOLE_BPS) return {};
  const faults: Record<string, string> = {};
  const [closes, cliff] = [timeOf(form['closes']), timeOf(form['cliff'])];
  if (cliff === undefined) faults['cliff'] = 'Required where not all is free at once';
  else if (closes !== undefined && cliff < closes) faults['cliff'] = 'Not before the end';
  const parts = Number(form['instalments'] ?? 0);
  if (!Number.isInteger(parts) || parts < FEWEST_INSTALMENTS || parts > MOST_INSTALMENTS)
    faults['instalments'] = `From ${FEWEST_INSTALMENTS} to ${MOST_INSTALMENTS}`;
  else if (parts > 1 && !(Number(form['instalment_days'] ?? 0) > 0))
    faults['instalment_days'] = 'Above zero';
  return faults;
}
