/** Chosen for a market that was never traded, where it is offered. */
const USUAL = 10;
const MOST_CHIPS = 5;

/**
 * The leverage that a form begins with: the one kept for the market, else the highest offered one
 * that is not above ten, else the lowest. Undefined where none is offered.
 */
export function firstLeverage(
  offered: readonly number[],
  kept: number | undefined,
): number | undefined {
  if (kept !== undefined && offered.includes(kept)) return kept;
  const sorted = [...offered].sort((a, b) => a - b);
  return sorted.findLast((each) => each <= USUAL) ?? sorted[0];
}

/** At most five of the offered leverages, lowest and highest included, evenly chosen. */
export function leverageChips(offered: readonly number[]): readonly number[] {
  const sorted = [...offered].sort((a, b) => a - b);
  if (sorted.length <= MOST_CHIPS) return sorted;
  const last = sorted.length - 1;
  const places = Array.from({ length: MOST_CHIPS }, (_, place) =>
    Math.round((place * last) / (MOST_CHIPS - 1)),
  );
  return places.flatMap((place) => sorted[place] ?? []);
}

/** Leverages by market key, as they are stored. */
export type KeptLeverages = Readonly<Record<string, number>>;

/** Reads the stored leverages. An entry that is no leverage is left out. */
export function readLeverages(stored: string | undefined): KeptLeverages {
  if (stored === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(stored);
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(
      Object.entries(parsed).filter(
        (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && entry[1] > 0,
      ),
    );
  } catch {
    return {};
  }
}
