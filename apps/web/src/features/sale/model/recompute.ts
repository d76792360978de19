import { sha256Of } from '../../../shared/sha256.ts';

/** An entry as it is published. Amounts are decimal strings of smallest units. */
export interface PublishedEntry {
  readonly entry: number;
  readonly committed: string;
  readonly allotted: string;
  readonly paid: string;
  readonly refunded: string;
}

/** The published data of a sale. */
export interface Published {
  readonly hash: string;
  /** The text that was hashed: JSON, amounts as decimal strings of smallest units. */
  readonly terms: string;
  readonly entries: readonly PublishedEntry[];
}

/** The result of an entry by the rules, in smallest units. */
export interface Allotment {
  readonly entry: number;
  readonly committed: bigint;
  readonly allotted: bigint;
  readonly paid: bigint;
  readonly refunded: bigint;
}

/** The figures and texts of a sale that its page shows. */
export interface Told {
  readonly hash: string;
  /** Title, text, white paper and codes of the currencies: their hash is in the terms. */
  readonly texts: string;
  /** The same texts as the page shows them. */
  readonly shown: Words;
  /** Sums in smallest units. */
  readonly committed: bigint;
  readonly allotted: bigint;
  readonly paid: bigint;
  /** Number of the own entry, where one is settled. */
  readonly own: number | undefined;
}

/** The words of a sale. */
export interface Words {
  readonly title: string;
  readonly about: string;
  readonly paper: string;
  /** Codes of the sold currency and of the paid currency. */
  readonly currency: string;
  readonly paidIn: string;
}

/** The result of a recomputation, compared with the published figures. */
export interface Finding {
  readonly entries: number;
  /** Number of entries whose published figures differ from the rules. */
  readonly wrong: number;
  /** Whether the sums are those of the page. */
  readonly areSumsEqual: boolean;
  /** Undefined where the browser has no SHA-256. */
  readonly isHashEqual: boolean | undefined;
  readonly sums: Omit<Allotment, 'entry'>;
  /** The own entry by the rules; undefined where none is wanted. */
  readonly own: { readonly isEqual: boolean; readonly right: Allotment | undefined } | undefined;
}

/** Terms that decide an allotment. */
interface Terms {
  readonly lotSize: string;
  readonly lotPrice: string;
  readonly supply: string;
  readonly target: string;
  readonly cap: string;
  readonly texts: string;
}

interface Buyer {
  readonly entry: number;
  /** In lots. */
  readonly committed: bigint;
}

const FIGURES = ['committed', 'allotted', 'paid', 'refunded'] as const;

/**
 * Computes a sale anew from its published terms and entries, by the rules of decision 35. Nothing
 * of the exchange's own computation is used here.
 */
export function recompute({ terms: text, entries }: Published): Allotment[] {
  const terms = JSON.parse(text) as Terms;
  const [lotSize, lotPrice] = [BigInt(terms.lotSize), BigInt(terms.lotPrice)];
  const buyers = entries
    .map(({ entry, committed }) => ({ entry, committed: BigInt(committed) / lotPrice }))
    .sort((one, other) => one.entry - other.entry);
  const cap = BigInt(terms.cap) / lotPrice;
  const wanted = sumOf(buyers.map(({ committed }) => least(committed, cap)));
  const isMissed = wanted * lotPrice < BigInt(terms.target);
  const lots = isMissed
    ? new Map<number, bigint>()
    : lotsOf(buyers, { supply: BigInt(terms.supply) / lotSize, cap, wanted });
  return buyers.map(({ entry, committed }) => {
    const bought = lots.get(entry) ?? 0n;
    return {
      entry,
      committed: committed * lotPrice,
      allotted: bought * lotSize,
      paid: bought * lotPrice,
      refunded: (committed - bought) * lotPrice,
    };
  });
}

/** Recomputes a sale, and compares all that was published with it. */
export async function check(published: Published, told: Told): Promise<Finding> {
  const rows = recompute(published);
  const listed = new Map(published.entries.map((each) => [each.entry, each]));
  const isRight = (row: Allotment): boolean => {
    const entry = listed.get(row.entry);
    return entry !== undefined && FIGURES.every((name) => entry[name] === String(row[name]));
  };
  const sums = {
    committed: sumOf(rows.map(({ committed }) => committed)),
    allotted: sumOf(rows.map(({ allotted }) => allotted)),
    paid: sumOf(rows.map(({ paid }) => paid)),
    refunded: sumOf(rows.map(({ refunded }) => refunded)),
  };
  const right = rows.find(({ entry }) => entry === told.own);
  return {
    entries: rows.length,
    // An entry number that is listed twice would stand for two persons.
    wrong: rows.filter((row) => !isRight(row)).length + (rows.length - listed.size),
    areSumsEqual: (['committed', 'allotted', 'paid'] as const).every(
      (name) => sums[name] === told[name],
    ),
    isHashEqual: await areHashesEqual(published, told),
    sums,
    own:
      told.own === undefined
        ? undefined
        : { right, isEqual: right !== undefined && isRight(right) },
  };
}

/**
 * Whether terms and words have the hashes that were recorded, and the words are those of the page.
 * Undefined where the browser has no SHA-256.
 */
async function areHashesEqual(
  { hash, terms }: Published,
  { hash: toldHash, texts, shown }: Told,
): Promise<boolean | undefined> {
  const [ofTerms, ofTexts] = [await sha256Of(terms), await sha256Of(texts)];
  if (ofTerms === undefined || ofTexts === undefined) return undefined;
  const { title, about, paper, currency, paidIn } = shown;
  return (
    ofTerms === hash &&
    ofTerms === toldHash &&
    ofTexts === (JSON.parse(terms) as Terms).texts &&
    texts === JSON.stringify({ title, about, paper, currency, paidIn })
  );
}

/** The file that `scripts/recompute-sale.mjs` reads. */
export function fileOf({ hash, terms, entries }: Published): string {
  return `${JSON.stringify({ hash, terms: JSON.parse(terms) as unknown, entries }, null, 1)}\n`;
}

/** Lots of each buyer. */
function lotsOf(
  buyers: readonly Buyer[],
  { supply, cap, wanted }: Readonly<Record<'supply' | 'cap' | 'wanted', bigint>>,
): Map<number, bigint> {
  if (wanted <= supply)
    return new Map(buyers.map(({ entry, committed }) => [entry, least(committed, cap)]));
  const result = new Map<number, bigint>();
  let [others, left] = [buyers, supply];
  let all = weightOf(others);
  // A buyer whose share is above the cap gets the cap. The others share the rest, until none is
  // above it.
  for (;;) {
    const [share, weight] = [left, all];
    const capped = others.filter(({ committed }) => committed * share > cap * weight);
    if (capped.length === 0) break;
    for (const { entry } of capped) result.set(entry, cap);
    left -= cap * BigInt(capped.length);
    others = others.filter(({ entry }) => !result.has(entry));
    all = weightOf(others);
  }
  shareOut(others, { left, all, result });
  return result;
}

/** Whole lots by weight, and those that are left to the largest remainders, one each. */
function shareOut(
  buyers: readonly Buyer[],
  {
    left,
    all,
    result,
  }: { readonly left: bigint; readonly all: bigint; readonly result: Map<number, bigint> },
): void {
  const shares = buyers.map(({ entry, committed }) => ({
    entry,
    lots: (committed * left) / all,
    remainder: (committed * left) % all,
  }));
  let spare = left - sumOf(shares.map(({ lots }) => lots));
  // Of equal remainders the lower number comes first.
  shares.sort((one, other) => {
    if (one.remainder === other.remainder) return one.entry - other.entry;
    return one.remainder > other.remainder ? -1 : 1;
  });
  for (const { entry, lots } of shares) {
    const extra = spare > 0n ? 1n : 0n;
    spare -= extra;
    result.set(entry, lots + extra);
  }
}

function weightOf(buyers: readonly Buyer[]): bigint {
  return sumOf(buyers.map(({ committed }) => committed));
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
