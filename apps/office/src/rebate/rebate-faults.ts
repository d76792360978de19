const WHOLE = 10_000;
const LEVELS = ['level_1_bps', 'level_2_bps', 'level_3_bps'] as const;

/** Checks that the shares of a fee are together no more than the fee. */
export function rebateFaults(form: Readonly<Record<string, unknown>>): Record<string, string> {
  const sum = LEVELS.reduce((total, level) => total + Number(form[level] ?? 0), 0);
  return sum > WHOLE ? { level_3_bps: 'The three are more than the whole fee' } : {};
}
