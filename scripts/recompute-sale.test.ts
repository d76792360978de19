import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { Event } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import type { SaleTerms } from '@meridian/core/sale/sale-commands';
import type { SaleSettled } from '@meridian/core/sale/sale-events';
import { encodeTerms, pickSaleTerms, termsHash } from '@meridian/core/sale/sale-terms';
import { SeededRandom } from '@meridian/testkit/seeded-random';
import { afterAll, describe, expect, it } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, 'recompute-sale.mjs');
const FOLDER = mkdtempSync(path.join(tmpdir(), 'meridian-sale-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const LOT_PRICE = 7_000n;
const OPENS_MS = 1_700_000_000_000;

interface Published {
  readonly hash: string;
  readonly terms: object;
  readonly entries: readonly Record<string, unknown>[];
}

describe('whoever recomputes a sale', () => {
  it.each([1, 2, 3, 4, 5, 6])('gets what the core gave, random sale %i', (seed) => {
    const { published, settled } = randomSale(seed);
    const { status, stdout, stderr } = run(published);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const rows = settled
      .sort((a, b) => a.entry - b.entry)
      .map((each) =>
        [each.entry, each.committed, each.allotted, each.paid, each.refunded].join(','),
      );
    expect(stdout).toBe(['entry,committed,allotted,paid,refunded', ...rows, ''].join('\n'));
  });

  it('sees a figure that is not right, and terms that are others', () => {
    const { published } = randomSale(1);
    const { status, stderr } = run({
      ...published,
      terms: { ...published.terms, closesMs: 0 },
      entries: published.entries.map((each) =>
        each['entry'] === 1 ? { ...each, allotted: '1' } : each,
      ),
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^the terms have the hash \w+, not \w+\nentry 1: allotted is told as/);
  });
});

function run(published: Published) {
  const file = path.join(FOLDER, 'sale.json');
  writeFileSync(file, JSON.stringify(published));
  return spawnSync(process.execPath, [SCRIPT, file], { encoding: 'utf8' });
}

/** A sale of the core with up to three hundred buyers, and its published data. */
function randomSale(seed: number): { published: Published; settled: SaleSettled[] } {
  const random = new SeededRandom(seed);
  const exchange = new Exchange();
  const apply = (command: Command, timeMs: number): readonly Event[] => {
    const { outcome, events } = exchange.apply(command, timeMs);
    if (!outcome.ok) throw new Error(`${command.kind} is refused: ${outcome.rejection}`);
    return events;
  };
  const terms = drawTerms(random);
  for (const [id, code] of [
    [1, 'NEW'],
    [3, 'USDT'],
  ] as const)
    apply({ kind: 'currency.list', currency: { id, code, scale: 8 } }, OPENS_MS);
  const payment = { kind: 'ledger.deposit', wallet: 'spot', reference: '' } as const;
  const { supply } = terms;
  apply({ ...payment, user: SYSTEM.house, currency: 1, amount: supply }, OPENS_MS);
  apply({ kind: 'sale.fund', sale: 1, currency: 1, direction: 'in', amount: supply }, OPENS_MS);
  const hash = termsHash(pickSaleTerms(terms) as SaleTerms);
  apply({ kind: 'sale.announce', terms, hash }, OPENS_MS);
  const buyers = random.between(1, 300);
  for (let user = FIRST_CUSTOMER; user < FIRST_CUSTOMER + buyers; user++) {
    const lots = BigInt(random.chance(0.1) ? random.between(1, 2_000) : random.between(1, 60));
    const amount = (lots * LOT_PRICE) as Amount;
    apply({ ...payment, user, currency: 3, amount }, OPENS_MS);
    const person = user.toString(16).padStart(32, '0');
    apply({ kind: 'sale.commit', user, sale: 1, amount, level: 2, person }, OPENS_MS);
  }
  const settled = apply({ kind: 'clock.tick' }, terms.closesMs).filter(
    (event) => event.type === 'saleSettled',
  );
  expect(settled).toHaveLength(buyers);
  const entries = settled.map(({ entry, committed, allotted, paid, refunded }) => ({
    entry,
    committed: committed.toString(),
    allotted: allotted.toString(),
    paid: paid.toString(),
    refunded: refunded.toString(),
  }));
  // Nothing depends on the order of the list.
  entries.reverse();
  return { published: { hash, terms: encodeTerms(terms), entries }, settled };
}

function drawTerms(random: SeededRandom): SaleTerms {
  const lots = BigInt(random.between(1, 8_000));
  const cap = BigInt(random.pick([20, 150, 2_000]));
  const isCrowd = random.chance(0.4);
  return {
    id: 1,
    kind: isCrowd ? 'crowd' : 'sale',
    currency: 1,
    paidIn: 3,
    lotSize: 13n as Amount,
    lotPrice: LOT_PRICE as Amount,
    supply: (lots * 13n) as Amount,
    target: (isCrowd ? lots * 3_500n : 0n) as Amount,
    min: LOT_PRICE as Amount,
    max: (2_000n * LOT_PRICE) as Amount,
    cap: (cap * LOT_PRICE) as Amount,
    opensMs: OPENS_MS,
    closesMs: OPENS_MS + 86_400_000,
    freeBps: 10_000,
    cliffMs: 0,
    instalments: 0,
    instalmentMs: 0,
    texts: 'e'.repeat(64),
  };
}
