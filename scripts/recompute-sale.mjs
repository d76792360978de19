// Recomputes the allotment of a token sale from its published entries, and prints it as CSV:
//
//   node scripts/recompute-sale.mjs FILE.json
//
// The file has the terms, their hash, and the entries, without the names of accounts:
//
//   { "hash": "…", "terms": { "id": 1, "kind": "sale", "currency": 1, … },
//     "entries": [{ "entry": 1, "committed": "1000000000" }, …] }
//
// Amounts are decimal strings of smallest units. An entry may have its result ("allotted", "paid",
// "refunded"): then both are compared, and the exit code is 1 where they differ. Entries that ended
// before the sale did are left out. The program needs nothing but Node, and shares no code with the
// exchange. The rules: docs/decisions/0035-token-sales.md.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The order of the terms in the text that was hashed. */
const TERMS = [
  ...['id', 'kind', 'currency', 'paidIn', 'lotSize', 'lotPrice', 'supply', 'target', 'min', 'max'],
  ...['cap', 'opensMs', 'closesMs', 'freeBps', 'cliffMs', 'instalments', 'instalmentMs'],
  'texts',
];

function hashOf(terms) {
  const text = JSON.stringify(Object.fromEntries(TERMS.map((name) => [name, terms[name]])));
  return createHash('sha256').update(text).digest('hex');
}

const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0n);
const least = (a, b) => (a < b ? a : b);

/** Lots of each buyer. A buyer has a number and the lots that they committed for. */
function lotsOf(buyers, supply, cap) {
  const wanted = sum(buyers.map(({ committed }) => least(committed, cap)));
  if (wanted <= supply)
    return new Map(buyers.map(({ entry, committed }) => [entry, least(committed, cap)]));

  // Round by round: a buyer whose share is above the cap gets the cap, and the others share the
  // rest.
  const result = new Map();
  let others = buyers;
  let left = supply;
  let all = sum(others.map(({ committed }) => committed));
  for (;;) {
    const capped = others.filter(({ committed }) => committed * left > cap * all);
    if (capped.length === 0) break;
    for (const { entry } of capped) result.set(entry, cap);
    left -= cap * BigInt(capped.length);
    others = others.filter(({ entry }) => !result.has(entry));
    all = sum(others.map(({ committed }) => committed));
  }

  // The last round: whole lots by weight, and the lots left over to the largest remainders.
  const shares = others.map(({ entry, committed }) => ({
    entry,
    lots: (committed * left) / all,
    remainder: (committed * left) % all,
  }));
  let spare = left - sum(shares.map(({ lots }) => lots));
  shares.sort((a, b) => {
    if (a.remainder === b.remainder) return a.entry - b.entry;
    return a.remainder > b.remainder ? -1 : 1;
  });
  for (const { entry, lots } of shares) {
    const extra = spare > 0n ? 1n : 0n;
    spare -= extra;
    result.set(entry, lots + extra);
  }
  return result;
}

/** The allotment, the payment and the refund of each entry, in the order of their numbers. */
function recompute({ terms, entries }) {
  const [lotSize, lotPrice] = [BigInt(terms.lotSize), BigInt(terms.lotPrice)];
  const buyers = entries
    .map(({ entry, committed }) => ({ entry, committed: BigInt(committed) / lotPrice }))
    .sort((a, b) => a.entry - b.entry);
  const cap = BigInt(terms.cap) / lotPrice;
  const wanted = sum(buyers.map(({ committed }) => least(committed, cap))) * lotPrice;
  const isMissed = wanted < BigInt(terms.target);
  const lots = isMissed ? new Map() : lotsOf(buyers, BigInt(terms.supply) / lotSize, cap);
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

/** The published figures that are not the recomputed ones. */
function differences(published, rows) {
  const known = new Map(published.entries.map((each) => [each.entry, each]));
  return rows.flatMap((row) =>
    ['allotted', 'paid', 'refunded']
      .map((name) => ({ name, told: known.get(row.entry)[name], right: String(row[name]) }))
      .filter(({ told, right }) => told !== undefined && told !== right)
      .map(
        ({ name, told, right }) => `entry ${row.entry}: ${name} is told as ${told}, not ${right}`,
      ),
  );
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: node scripts/recompute-sale.mjs FILE.json\n');
  process.exit(2);
}
const published = JSON.parse(readFileSync(file, 'utf8'));
const rows = recompute(published);
const wrong = differences(published, rows);
if (hashOf(published.terms) !== published.hash)
  wrong.unshift(`the terms have the hash ${hashOf(published.terms)}, not ${published.hash}`);
process.stdout.write('entry,committed,allotted,paid,refunded\n');
for (const row of rows) process.stdout.write(`${Object.values(row).join(',')}\n`);
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
