const GROUP = 4;

/** An address in groups of four characters; the last group may be shorter. */
export function groupsOf(address: string): string[] {
  return Array.from({ length: Math.ceil(address.length / GROUP) }, (_none, index) =>
    address.slice(index * GROUP, (index + 1) * GROUP),
  );
}
