/**
 * Settings that are mistyped. An unknown name is read by nobody, so that a safety setting with a
 * wrong name would be off, and nobody told.
 */
import { SECRET_SETTINGS } from './secret-files.ts';

/** Read by the signer, which may be started from the same environment. */
const SIGNER_SETTINGS = [
  'SIGNER_DIR',
  'SIGNER_PASSPHRASE',
  'SIGNER_PASSPHRASE_FILE',
  'SIGNER_MNEMONIC',
  'SIGNER_MNEMONIC_FILE',
  'SIGNER_CREATE',
  'SIGNER_ATTACHED',
];
/** Letters that may be wrong in a name that is taken for a mistyped one. */
const MOST_WRONG = 2;

/**
 * What is wrong with the names of an environment: of those that begin as a setting does, up to its
 * first `_`, or are two letters from one, and are none. Names without `_` belong to everybody.
 * @param known the settings of the server
 */
export function unknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const names = new Set([
    ...known,
    ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
    ...SIGNER_SETTINGS,
  ]);
  const families = new Set([...names].filter((name) => name.includes('_')).map(familyOf));
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value.trim() === '' || names.has(name) || !name.includes('_')) return [];
    const [nearest = '', wrong = 0] = nearestOf(name, names);
    if (!families.has(familyOf(name)) && wrong > MOST_WRONG) return [];
    return [`${name} is no setting: is ${nearest} meant?`];
  });
}

/** `CHAIN_` of `CHAIN_ETH_RPC`. */
function familyOf(name: string): string {
  return name.slice(0, name.indexOf('_') + 1);
}

function nearestOf(name: string, names: Iterable<string>): readonly [string, number] | [] {
  const byDistance = [...names]
    .filter((one) => one.includes('_'))
    .map((one) => [one, distanceOf(name, one)] as const)
    .sort(([, one], [, other]) => one - other);
  return byDistance[0] ?? [];
}

/** Letters to add, remove or change between two names (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (row[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
