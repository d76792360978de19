/** Hundredths of a percent of a fee. */
export const MOST_REBATE_BPS = 5_000;
const LEVELS = ['level_1_bps', 'level_2_bps', 'level_3_bps'] as const;

/** Checks that the shares of a fee are together no more than half of it. */
export function rebateFaults(form: Readonly<Record<string, unknown>>): Record<string, string> {
  const sum = LEVELS.reduce((total, level) => total + Number(form[level] ?? 0), 0);
  return sum > MOST_REBATE_BPS ? { level_3_bps: 'The three are more than half of the fee' } : {};
}
