/** First words that other programs use too: their names are refused only where they are near. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  'DATA',
  'DATABASE',
  'HOST',
  'MAIL',
  'METRICS',
  'PORT',
  'PUBLIC',
  'SECRET',
  'SMS',
  'SMTP',
]);
/** Letters that may be wrong in a longer name, and in one of up to nine. */
const MOST_WRONG = { long: 2, short: 1 } as const;
const SHORT = 9;

/**
 * Names of an environment that no setting has and that are probably mistyped settings: a safety
 * setting with a wrong name would be off without a warning. Names are taken for mistyped that begin
 * as only our settings do, that have the words of a setting in another form or order, or that are a
 * letter or two from one.
 * @param names every setting that is read
 * @returns a message for each, with the setting that is probably meant
 */
export function mistypedSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: ReadonlySet<string>,
): string[] {
  const families = new Set([...names].map(familyOf).filter((word) => !COMMON_WORDS.has(word)));
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value.trim() === '' || names.has(name) || isServiceLink(name)) return [];
    const meant =
      [...names].find((one) => isSame(name, one)) ??
      (name.includes('_') ? nearTo(name, names, families) : undefined);
    return meant === undefined ? [] : [`${name} is no setting: is ${meant} meant?`];
  });
}

/** Whether a platform of containers sets such a variable for each of its services. */
function isServiceLink(name: string): boolean {
  return name.endsWith('_PORT') || /_SERVICE_(?:HOST|PORT)|_PORT_\d/.test(name);
}

/** The first word: `CHAIN` of `CHAIN_ETH_RPC`. */
function familyOf(name: string): string {
  return name.split('_')[0] ?? name;
}

/** Whether two names are the same but for case, separators, order, number or our name in front. */
function isSame(name: string, setting: string): boolean {
  const plain = name.toUpperCase().replace(/^MERIDIAN_/, '');
  return (
    plain.replaceAll('_', '') === setting.replaceAll('_', '') ||
    (plain.includes('_') && wordsOf(plain) === wordsOf(setting))
  );
}

function wordsOf(name: string): string {
  return name
    .split('_')
    .map((word) => word.replace(/IES$/, 'Y').replace(/(?:S|ED)$/, ''))
    .sort()
    .join('_');
}

function nearTo(
  name: string,
  names: ReadonlySet<string>,
  families: ReadonlySet<string>,
): string | undefined {
  const isOurs = families.has(familyOf(name));
  const most = name.length > SHORT ? MOST_WRONG.long : MOST_WRONG.short;
  const [nearest] = [...names]
    .filter((one) => (isOurs ? familyOf(one) === familyOf(name) : one[0] === name[0]))
    .map((one) => [one, distanceOf(name, one)] as const)
    .sort(([, one], [, other]) => one - other);
  if (nearest === undefined) return undefined;
  return isOurs || nearest[1] <= most ? nearest[0] : undefined;
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
