/**
 * The judge's comparisons and their differences. Keeps the first differences of each kind and
 * counts the rest.
 */

const SHOWN = 10;

export class Findings {
  readonly #compared = new Map<string, number>();
  readonly #differences = new Map<string, { count: number; first: string[] }>();

  compared(what: string, count = 1): void {
    this.#compared.set(what, (this.#compared.get(what) ?? 0) + count);
  }

  differs(what: string, text: string): void {
    const found = this.#differences.get(what) ?? { count: 0, first: [] };
    found.count++;
    if (found.first.length < SHOWN) found.first.push(text);
    this.#differences.set(what, found);
  }

  /** Compares two sets of texts, each with its name; a name may occur once. */
  compare(
    kind: string,
    expected: ReadonlyMap<string, string>,
    actual: ReadonlyMap<string, string>,
  ): void {
    this.compared(kind, expected.size);
    for (const [name, text] of expected) {
      const other = actual.get(name);
      if (other !== text)
        this.differs(kind, `${name}: the journal says ${text}, found ${other ?? 'nothing'}`);
    }
    for (const [name, text] of actual)
      if (!expected.has(name))
        this.differs(kind, `${name}: the journal says nothing, found ${text}`);
  }

  get isClean(): boolean {
    return this.#differences.size === 0;
  }

  /** One line for each kind of comparison, then the first differences. */
  lines(): string[] {
    const kinds = new Set([...this.#compared.keys(), ...this.#differences.keys()]);
    return [...kinds].flatMap((what) => {
      const { count, first } = this.#differences.get(what) ?? { count: 0, first: [] };
      const summary = `${what}: ${this.#compared.get(what) ?? 0} compared, ${count === 0 ? 'all equal' : `${count} DIFFERENT`}`;
      return [
        summary,
        ...first.map((text) => `  ${text}`),
        ...(count > first.length ? [`  and ${count - first.length} more`] : []),
      ];
    });
  }
}
