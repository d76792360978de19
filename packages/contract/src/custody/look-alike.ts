/** How much of each end is made to match in seconds: what people compare. */
const COMPARED = 4;
/** Each end of an address in a list: so much cannot be made to match. */
const SHOWN_END = 10;
/**
 * What all addresses of a kind begin with, which tells none apart: of Ethereum, and of Bitcoin's
 * newer ones.
 */
const COMMON_START = /^(?:0x|(?:bc|tb|bcrt)1[qp])/;

/**
 * Whether two different addresses begin and end alike, so that somebody who looks at their ends
 * takes one for the other. Upper and lower case look alike too.
 */
export function looksAlike(left: string, right: string): boolean {
  const [one, other] = [bodyOf(left), bodyOf(right)];
  return (
    one !== other &&
    one.slice(0, COMPARED) === other.slice(0, COMPARED) &&
    one.slice(-COMPARED) === other.slice(-COMPARED)
  );
}

/** What a list shows of an address or a transaction: all of it, or ten characters of each end. */
export function shortAddress(address: string): string {
  return address.length <= 2 * SHOWN_END + 1
    ? address
    : `${address.slice(0, SHOWN_END)}…${address.slice(-SHOWN_END)}`;
}

function bodyOf(address: string): string {
  return address.toLowerCase().replace(COMMON_START, '');
}
