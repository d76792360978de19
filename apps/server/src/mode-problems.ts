import { FEWEST_VENUES } from './feed/index-median.ts';
import { isLoopback, isOfThisMachine } from './this-machine.ts';

/**
 * Different letters in a secret: 32 random hexadecimal digits have fewer than these once in 28
 * million times.
 */
const FEWEST_LETTERS = 8;

/**
 * A demo gives everybody its operators' passwords, and play money for nothing. So it takes nothing
 * that could be worth something: no node, gateway or database beyond this machine, no main network,
 * and no callers from elsewhere unless that is said.
 */
export function demoProblems({
  remote,
  hosts,
  origins,
  isDemoPublic,
  mainNetworks,
}: {
  readonly remote: Remote;
  readonly hosts: readonly (string | undefined)[];
  /** Where others would open its pages. */
  readonly origins: Remote;
  readonly isDemoPublic: boolean;
  readonly mainNetworks: Readonly<Record<string, boolean>>;
}): string[] {
  const elsewhere = Object.entries(remote).filter(
    ([, url]) => url !== undefined && !isOfThisMachine(url),
  );
  return [
    ...elsewhere.map(
      ([name]) =>
        `MODE=demo refuses a ${name} that is not of this machine: real money needs MODE=production`,
    ),
    ...Object.entries(mainNetworks)
      .filter(([, isMain]) => isMain)
      .map(([name]) => `MODE=demo refuses a main network: set ${name}`),
    // A start whose MODE was forgotten or mistyped says so by its address.
    ...Object.entries(origins)
      .filter(([, url]) => url !== undefined && !isOfThisMachine(url) && !isDemoPublic)
      .map(
        ([name]) =>
          `MODE=demo refuses a ${name} that is not of this machine: an exchange for others needs MODE=production, a demo for others DEMO_PUBLIC=on`,
      ),
    ...(hosts.every((host) => host === undefined || isLoopback(host)) || isDemoPublic
      ? []
      : [
          'MODE=demo listens on this machine alone: its operators have passwords that everybody knows. DEMO_PUBLIC=on gives them new ones and opens it to HOST',
        ]),
  ];
}

/**
 * Settings that production refuses: prices that somebody knows beforehand or one venue makes,
 * secrets that can be guessed, connections that others can read.
 */
export function productionProblems({
  remote,
  secrets,
  feed,
  publicUrl,
}: {
  readonly remote: Remote;
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly feed: string | undefined;
  readonly publicUrl: string | undefined;
}): string[] {
  const problems: string[] = [];
  if (secrets['SECRET_KEY'] === undefined) problems.push('MODE=production needs SECRET_KEY');
  for (const [name, secret] of Object.entries(secrets))
    if (secret !== undefined && isGuessable(secret))
      problems.push(`MODE=production refuses a ${name} that repeats itself: make a random one`);
  if (publicUrl === undefined) problems.push('MODE=production needs PUBLIC_URL');
  if (publicUrl?.startsWith('http:') === true)
    problems.push('MODE=production refuses a PUBLIC_URL without https');
  if (feed === 'simulated') problems.push('MODE=production refuses the simulated feed: set FEED');
  if (feed?.startsWith('replay:') === true)
    problems.push('MODE=production refuses recorded prices: everybody knows what comes next');
  if (
    feed?.startsWith('live:') === true &&
    new Set(feed.slice('live:'.length).split(',')).size < FEWEST_VENUES
  )
    problems.push(`MODE=production needs a FEED of at least ${FEWEST_VENUES} exchanges`);
  const { DATABASE_URL: database, ...calls } = remote;
  for (const [name, url] of Object.entries(calls))
    if (
      url?.startsWith('http:') === true &&
      (name === 'PAYMENT_GATEWAY_URL' || !isOfThisMachine(url))
    )
      problems.push(`MODE=production refuses a ${name} without https`);
  if (
    database !== undefined &&
    !isOfThisMachine(database) &&
    !/[?&]sslmode=verify-full(?:&|$)/.test(database)
  )
    problems.push(
      'MODE=production refuses a DATABASE_URL of another machine without sslmode=verify-full',
    );
  return problems;
}

/**
 * The office has an origin of its own: a script on the customers' pages then reads nothing of it.
 * By TLS, or on the operator's own machine (a tunnel).
 */
export function officeProblems(
  officeUrl: string | undefined,
  publicUrl: string | undefined,
): string[] {
  if (officeUrl === undefined)
    return ['MODE=production needs OFFICE_URL: where operators open the office'];
  if (officeUrl === publicUrl)
    return [
      'MODE=production refuses an OFFICE_URL that is PUBLIC_URL: the office has an origin of its own',
    ];
  return officeUrl.startsWith('http:') && !isOfThisMachine(officeUrl)
    ? ['MODE=production refuses an OFFICE_URL without https']
    : [];
}

export type Remote = Readonly<Record<string, string | undefined>>;

/** Whether a secret has few different letters, or is the same piece again and again. */
function isGuessable(secret: string): boolean {
  const letters = [...secret];
  if (new Set(letters).size < FEWEST_LETTERS) return true;
  for (let length = 1; length <= letters.length / 2; length++)
    if (letters.every((letter, index) => letter === letters[index % length])) return true;
  return false;
}
