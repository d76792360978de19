/** The specification's bar: four steps of 25, and a word for how far it goes. */
export const LEVEL_STEPS = [25, 50, 75, 100] as const;
export type LevelName = 'low' | 'intermediate' | 'high' | 'strong';

const NAMES: Readonly<Record<number, LevelName>> = { 50: 'intermediate', 75: 'high', 100: 'strong' };

export function levelName(level: number): LevelName {
  return NAMES[level] ?? 'low';
}
