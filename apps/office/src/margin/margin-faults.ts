import { COMMA_NEEDS_SPACE, isAmbiguous, partsOf } from '../shared/comma-list.ts';
import { unitsOfTyped } from '../shared/units-of-typed.ts';

const MOST_LEVERAGES = 20;

type Faults = Record<string, unknown>;
type Form = Readonly<Record<string, unknown>>;

/** Checks a market's margin terms against each other; errors by field. */
export function marginFaults(terms: Form): Faults {
  const faults: Faults = {};
  const fault = leverageFault(terms['leverages']);
  if (fault !== undefined) faults['leverages'] = fault;
  if (Number(terms['min_lots']) > Number(terms['max_lots']))
    faults['max_lots'] = 'Must not be below the least';
  for (const name of ['lot_size', 'exposure_cap'])
    if (unitsOfTyped(terms[name]) === 0n) faults[name] = 'Must be above zero';
  return faults;
}

function leverageFault(text: unknown): string | undefined {
  const parts = partsOf(text);
  if (parts.length === 0) return 'Required';
  if (isAmbiguous(text)) return COMMA_NEEDS_SPACE;
  if (parts.length > MOST_LEVERAGES) return `At most ${MOST_LEVERAGES}`;
  if (
    !parts.every((part) => /^[0-9]{1,4}$/.test(part) && Number(part) >= 1 && Number(part) <= 1_000)
  )
    return 'Whole numbers from 1 to 1,000 with commas, like 5, 10, 20';
  return new Set(parts.map(Number)).size < parts.length ? 'Each only once' : undefined;
}
