import { VOTE_BOUNDS } from '@meridian/contract/vote/bounds';
import { timeOf } from '../shared/time-of.ts';

const [LEAST_OPEN_MS, LONGEST_MS] = VOTE_BOUNDS.openMs;
const [, NAME_LETTERS] = VOTE_BOUNDS.nameLetters;

/** Checks a round before it is announced; errors by field. */
export function voteFaults(
  form: Readonly<Record<string, unknown>>,
  nowMs = Date.now(),
): Record<string, string> {
  const faults: Record<string, string> = {};
  // A form with rules of its own asks no field for its rules.
  for (const field of ['title', 'options', 'start', 'end'])
    if ((form[field] ?? '') === '') faults[field] = 'Required';
  const [start, end] = [timeOf(form['start']), timeOf(form['end'])];
  if (start !== undefined && start < nowMs) faults['start'] = 'Must be in the future';
  if (start !== undefined && end !== undefined) {
    if (end < start + LEAST_OPEN_MS) faults['end'] = 'At least a day after the start';
    if (end > start + LONGEST_MS) faults['end'] = 'Within 90 days after the start';
  }
  const { options } = form;
  if (typeof options === 'string') {
    const lines = options.split('\n').filter((line) => line.trim() !== '');
    const names = lines.map((line) => (line.split('|')[0] ?? '').trim());
    const [fewest, most] = VOTE_BOUNDS.options;
    if (lines.length < fewest || lines.length > most)
      faults['options'] = `From ${fewest} to ${most}, one a line`;
    else if (names.some((name) => name === '' || name.length > NAME_LETTERS))
      faults['options'] = `Each begins with a name of at most ${NAME_LETTERS} letters`;
    else if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
      faults['options'] = 'Two have the same name';
  }
  return faults;
}
