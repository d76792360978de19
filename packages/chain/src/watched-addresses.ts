/**
 * The watched addresses, each with the caller's number for its owner (a row, a user), 0 or more. A
 * lookup is one hash, however many addresses there are. Addresses of Ethereum match in any
 * spelling; others have one.
 */
export class WatchedAddresses {
  readonly #owners = new Map<string, number>();

  get size(): number {
    return this.#owners.size;
  }

  add(address: string, owner: number): void {
    this.#owners.set(lookupForm(address), owner);
  }

  ownerOf(address: string): number | undefined {
    return this.#owners.get(lookupForm(address));
  }

  has(address: string): boolean {
    return this.#owners.has(lookupForm(address));
  }
}

function lookupForm(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}
