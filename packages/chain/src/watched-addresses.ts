/**
 * Which addresses are ours, and whose. A lookup is one hash, however many there are. Addresses of
 * Ethereum are known in any spelling; others have one. The number that is kept with an address is
 * the caller's (a row, a user); 0 or more.
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
