const GROUP = 4;

/** An address in groups of four characters, the last one of what is left. */
export function groupsOf(address: string): string[] {
  return Array.from({ length: Math.ceil(address.length / GROUP) }, (_none, index) =>
    address.slice(index * GROUP, (index + 1) * GROUP),
  );
}
