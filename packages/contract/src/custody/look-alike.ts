import { NETWORK_NAMES, NETWORKS } from './networks.ts';

/** Characters of each end that people compare, which an attacker can match within seconds. */
const COMPARED = 4;
/** Characters of each end in a list: more than an attacker can match. */
const SHOWN_END = 10;
const COMMON_STARTS: readonly string[] = NETWORK_NAMES.flatMap(
  (name) => NETWORKS[name].addressStarts,
);

/**
 * Whether two different addresses begin and end alike, so that a person who looks at their ends
 * confuses them. Upper and lower case look alike too.
 */
export function looksAlike(left: string, right: string): boolean {
  const [one, other] = [bodyOf(left), bodyOf(right)];
  return (
    one !== other &&
    one.slice(0, COMPARED) === other.slice(0, COMPARED) &&
    one.slice(-COMPARED) === other.slice(-COMPARED)
  );
}

/**
 * An address or a transaction in a list: the whole text, or the characters of each end.
 * @param shownEnd of each end: eight where a line is short, never fewer
 */
export function shortAddress(address: string, shownEnd = SHOWN_END): string {
  return address.length <= 2 * shownEnd + 1
    ? address
    : `${address.slice(0, shownEnd)}…${address.slice(-shownEnd)}`;
}

function bodyOf(address: string): string {
  const lower = address.toLowerCase();
  const start = COMMON_STARTS.find((each) => lower.startsWith(each)) ?? '';
  return lower.slice(start.length);
}
