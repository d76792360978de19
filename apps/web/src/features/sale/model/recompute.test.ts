import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { check, fileOf, recompute, type Published } from './recompute.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const SHOWN = { title: 'A coin', about: 'Ten lots.', paper: '', currency: 'ABC', paidIn: 'USDT' };
const TEXTS = JSON.stringify(SHOWN);

/** Ten lots of 5 for 100 each. */
const TERMS = {
  ...{ id: 1, kind: 'sale', currency: 1, paidIn: 3, lotSize: '5', lotPrice: '100', supply: '50' },
  ...{ target: '0', min: '100', max: '100000', cap: '700', opensMs: 1, closesMs: 2 },
  ...{ freeBps: 10_000, cliffMs: 0, instalments: 0, instalmentMs: 0 },
  texts: sha256(TEXTS),
};

/** As the rules decide it, without the numbers that are told if `told` is given. */
function published(
  committed: readonly (readonly [entry: number, amount: number])[],
  more: Partial<typeof TERMS> = {},
): Published {
  const terms = JSON.stringify({ ...TERMS, ...more });
  const nothing = { allotted: '0', paid: '0', refunded: '0' };
  const asked = {
    terms,
    hash: sha256(terms),
    entries: committed.map(([entry, amount]) => ({ entry, committed: String(amount), ...nothing })),
  };
  const entries = recompute(asked).map(({ entry, ...figures }) => ({
    entry,
    committed: String(figures.committed),
    allotted: String(figures.allotted),
    paid: String(figures.paid),
    refunded: String(figures.refunded),
  }));
  return { ...asked, entries };
}

const allotted = (...args: Parameters<typeof published>): string[] =>
  published(...args).entries.map((each) => each.allotted);

describe('the rules', () => {
  it('give everything while there is enough, up to the cap', () => {
    expect(
      allotted([
        [1, 300],
        [2, 900],
      ]),
    ).toEqual(['15', '35']);
    expect(allotted([[1, 200]])).toEqual(['10']);
  });

  it('share by weight, and give lots that are left to the largest remainders', () => {
    // 10 lots of 12: shares of 5.83, 3.33 and 0.83.
    expect(
      allotted([
        [1, 700],
        [2, 400],
        [3, 100],
      ]),
    ).toEqual(['30', '15', '5']);
  });

  it('give the lot of equal remainders to the lower number', () => {
    expect(
      allotted([
        [7, 600],
        [4, 600],
        [9, 600],
      ]),
    ).toEqual(['20', '15', '15']);
  });

  it('share the rest anew where somebody would be above the cap', () => {
    expect(
      allotted([
        [1, 9_000],
        [2, 300],
        [3, 300],
      ]),
    ).toEqual(['35', '10', '5']);
  });

  it('give everything back below a target, for which each counts up to the cap', () => {
    const { entries } = published([[1, 900]], { target: '800' });
    expect(entries).toEqual([
      { entry: 1, committed: '900', allotted: '0', paid: '0', refunded: '900' },
    ]);
    expect(
      allotted(
        [
          [1, 900],
          [2, 100],
        ],
        { target: '800' },
      ),
    ).toEqual(['35', '5']);
  });
});

const SOLD = published([
  [1, 700],
  [2, 400],
  [3, 100],
]);
const TOLD = {
  ...{ hash: SOLD.hash, texts: TEXTS, shown: SHOWN },
  ...{ committed: 1_200n, allotted: 50n, paid: 1_000n, own: 2 },
};

function withEntry(change: Partial<Published['entries'][number]>): Published {
  return {
    ...SOLD,
    entries: SOLD.entries.map((each, at) => (at === 1 ? { ...each, ...change } : each)),
  };
}

describe('a check', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('finds what the rules give, with the own entry', async () => {
    expect(await check(SOLD, TOLD)).toEqual({
      ...{ entries: 3, wrong: 0, areSumsEqual: true, isHashEqual: true },
      sums: { committed: 1_200n, allotted: 50n, paid: 1_000n, refunded: 200n },
      own: {
        isEqual: true,
        right: { entry: 2, committed: 400n, allotted: 15n, paid: 300n, refunded: 100n },
      },
    });
    expect((await check(SOLD, { ...TOLD, own: undefined })).own).toBeUndefined();
  });

  it.each(['allotted', 'paid', 'refunded'] as const)('finds %s that is wrong', async (name) => {
    const finding = await check(withEntry({ [name]: '20' }), TOLD);
    expect(finding).toMatchObject({ wrong: 1, own: { isEqual: false } });
  });

  it('finds an amount that is no whole number of lots', async () => {
    expect((await check(withEntry({ committed: '450' }), TOLD)).wrong).toBe(1);
  });

  it('finds a number that is listed twice, and one that is missing', async () => {
    expect((await check(withEntry({ entry: 1 }), TOLD)).wrong).toBeGreaterThan(0);
    expect((await check(withEntry({ entry: 4 }), TOLD)).own).toEqual({
      isEqual: false,
      right: undefined,
    });
  });

  it.each(['committed', 'allotted', 'paid'] as const)(
    'finds that %s of the page is another sum',
    async (name) => {
      expect((await check(SOLD, { ...TOLD, [name]: 1n })).areSumsEqual).toBe(false);
    },
  );

  it('finds other terms than those of the hash', async () => {
    const terms = SOLD.terms.replace('"min":"100"', '"min":"200"');
    expect((await check({ ...SOLD, terms }, TOLD)).isHashEqual).toBe(false);
    expect((await check(SOLD, { ...TOLD, hash: '00' })).isHashEqual).toBe(false);
  });

  it.each(['title', 'about', 'paper', 'currency', 'paidIn'] as const)(
    'finds another %s than that of the hash',
    async (name) => {
      const shown = { ...SHOWN, [name]: 'another' };
      expect((await check(SOLD, { ...TOLD, shown })).isHashEqual).toBe(false);
      const texts = JSON.stringify(shown);
      expect((await check(SOLD, { ...TOLD, shown, texts })).isHashEqual).toBe(false);
    },
  );

  it('says nothing of the hash where the browser has no SHA-256', async () => {
    vi.stubGlobal('crypto', {});
    expect((await check(SOLD, TOLD)).isHashEqual).toBeUndefined();
  });
});

describe('the file', () => {
  it('is what the script reads, and both come to the same', () => {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-sale-file-'));
    const file = join(folder, 'sale-1.json');
    const run = (sale: Published) => {
      writeFileSync(file, fileOf(sale));
      return spawnSync(process.execPath, ['scripts/recompute-sale.mjs', file], {
        encoding: 'utf8',
      });
    };
    try {
      const { status, stdout, stderr } = run(SOLD);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout.trim().split('\n').slice(1)).toEqual(
        recompute(SOLD).map((row) => Object.values(row).join(',')),
      );
      expect(run(withEntry({ paid: '1' })).status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
