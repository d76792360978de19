import { parseDecimal } from '@meridian/money/decimal';

/** Enough for what any currency has: here amounts are only compared. */
const SCALE = 8;
const MOST_LEVERAGES = 20;
const MOST_AMOUNTS = 12;
const SPACES = 'A space behind each comma, like 5, 10, 20';

type Faults = Record<string, unknown>;
type Form = Readonly<Record<string, unknown>>;

/** What of a market's margin terms does not fit together, by field. */
export function marginFaults(terms: Form): Faults {
  const faults: Faults = {};
  const fault = leverageFault(terms['leverages']);
  if (fault !== undefined) faults['leverages'] = fault;
  if (Number(terms['min_lots']) > Number(terms['max_lots']))
    faults['max_lots'] = 'Must not be below the least';
  for (const name of ['lot_size', 'exposure_cap'])
    if (unitsOf(terms[name]) === 0n) faults[name] = 'Must be above zero';
  return faults;
}

/** What of the terms of seconds contracts does not fit together, by field; durations by row. */
export function secondsFaults(terms: Form): Faults {
  const faults: Faults = {};
  const amounts = partsOf(terms['amounts']);
  if (isAmbiguous(terms['amounts'])) faults['amounts'] = SPACES;
  else if (amounts.some((amount) => (unitsOf(amount) ?? 0n) <= 0n))
    faults['amounts'] = 'Plain decimals above zero with commas, like 10, 50, 100';
  else if (amounts.length > MOST_AMOUNTS) faults['amounts'] = `At most ${MOST_AMOUNTS}`;
  const durations = Array.isArray(terms['durations'])
    ? (terms['durations'] as readonly (Form | null | undefined)[])
    : [];
  const rows = durations.map((duration, index) =>
    durationFault(duration ?? {}, durations.slice(0, index)),
  );
  if (rows.some((row) => row !== undefined)) faults['durations'] = rows;
  if (unitsOf(terms['exposure_cap']) === 0n) faults['exposure_cap'] = 'Must be above zero';
  return faults;
}

/** What of an insurance does not fit together, by field. */
export function insuranceFaults(offer: Form): Faults {
  const [least, most] = [unitsOf(offer['min_insured']), unitsOf(offer['max_insured'])];
  const faults: Faults = {};
  if (least === 0n) faults['min_insured'] = 'Must be above zero';
  if (least !== undefined && most !== undefined && most < least)
    faults['max_insured'] = 'Must not be below the least';
  return faults;
}

/** `1,500` is one and five hundred in a list, and fifteen hundred everywhere else. */
function isAmbiguous(text: unknown): boolean {
  return typeof text === 'string' && /\d,\d/.test(text);
}

/** What was written with commas between. */
export function partsOf(text: unknown): string[] {
  return typeof text === 'string' && text.trim() !== ''
    ? text.split(',').map((part) => part.trim())
    : [];
}

function leverageFault(text: unknown): string | undefined {
  const parts = partsOf(text);
  if (parts.length === 0) return 'Required';
  if (isAmbiguous(text)) return SPACES;
  if (parts.length > MOST_LEVERAGES) return `At most ${MOST_LEVERAGES}`;
  if (
    !parts.every((part) => /^[0-9]{1,4}$/.test(part) && Number(part) >= 1 && Number(part) <= 1_000)
  )
    return 'Whole numbers from 1 to 1,000 with commas, like 5, 10, 20';
  return new Set(parts.map(Number)).size < parts.length ? 'Each only once' : undefined;
}

function durationFault(
  duration: Form,
  before: readonly (Form | null | undefined)[],
): Record<string, string> | undefined {
  const [least, most] = [unitsOf(duration['min_stake']), unitsOf(duration['max_stake'])];
  if (
    before.some(
      (other) => other?.['seconds'] !== undefined && other['seconds'] === duration['seconds'],
    )
  )
    return { seconds: 'Each only once' };
  if (least === 0n) return { min_stake: 'Must be above zero' };
  return least !== undefined && most !== undefined && most < least
    ? { max_stake: 'Must not be below the least' }
    : undefined;
}

function unitsOf(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return undefined;
  const parsed = parseDecimal(value, SCALE);
  return parsed.ok ? parsed.units : undefined;
}
