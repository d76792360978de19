import { timeOf } from '../shared/time-of.ts';

const FARTHEST_MS = 2 * 366 * 24 * 3_600_000;

/** Checks the dates of a plan that has not begun; errors by field. */
export function launchFaults(
  form: Readonly<Record<string, unknown>>,
  nowMs = Date.now(),
): Record<string, string> {
  if (form['has_begun'] === true) return {};
  const faults: Record<string, string> = {};
  const [start, end] = [timeOf(form['start']), timeOf(form['end'])];
  if (start !== undefined && start < nowMs) faults['start'] = 'Must be in the future';
  if (start !== undefined && end !== undefined && end <= start)
    faults['end'] = 'Must be after the start';
  if (end !== undefined && end > nowMs + FARTHEST_MS) faults['end'] = 'Within two years';
  return faults;
}
