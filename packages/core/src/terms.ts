/** A check of each term against its type, in the order of the stored fields. */
export type TermChecks<T> = readonly (readonly [term: keyof T, (terms: T) => boolean])[];

/**
 * `AllOf<(typeof CHECKS)[number][0], keyof T>` does not compile where a term of `T` has no check.
 */
export type AllOf<Checked, All extends Checked> = All;

/**
 * The terms with their fields and nothing else, in the order of the checks; undefined where one is
 * wrong. Terms that are not given stay away.
 */
export function pickTerms<T extends object>(terms: T, checks: TermChecks<T>): T | undefined {
  if (typeof terms !== 'object' || terms === null) return undefined;
  if (!checks.every(([, isRight]) => isRight(terms))) return undefined;
  const picked = checks.map(([term]) => [term, terms[term]] as const);
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined)) as T;
}
