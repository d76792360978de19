import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { areTermsEqual, percentOf, recount, type Round } from './round.ts';

const ROUND = {
  options: [
    { number: 1, name: 'A', link: '', count: 2 },
    { number: 2, name: 'B', link: '', count: 1 },
  ],
  my: { option: 2, tracker: 'c' },
} as unknown as Round;
const BALLOTS = [
  { tracker: 'a', option: 1 },
  { tracker: 'b', option: 1 },
  { tracker: 'c', option: 2 },
];

describe('a recount', () => {
  it('confirms counts that the ballots have', () => {
    expect(recount(ROUND, BALLOTS)).toEqual({ ballots: 3, isTrue: true, hasOwn: true });
    expect(recount({ ...ROUND, my: undefined }, BALLOTS).hasOwn).toBeUndefined();
  });

  it.each([
    ['a ballot is missing', BALLOTS.slice(1)],
    ['a ballot is counted twice', [...BALLOTS.slice(0, 2), { tracker: 'b', option: 2 }]],
    ['a ballot is for another option', [...BALLOTS.slice(0, 2), { tracker: 'c', option: 1 }]],
    ['a ballot is for no option', [...BALLOTS, { tracker: 'd', option: 3 }]],
  ])('finds that %s', (_, ballots) => {
    expect(recount(ROUND, ballots).isTrue).toBe(false);
  });

  it('finds that the own ballot is another one', () => {
    const swapped = [
      { tracker: 'c', option: 1 },
      { tracker: 'b', option: 1 },
      { tracker: 'a', option: 2 },
    ];
    expect(recount(ROUND, swapped)).toEqual({ ballots: 3, isTrue: true, hasOwn: false });
  });
});

it('says shares with one decimal', () => {
  expect(percentOf(1, 3)).toBe('33.3');
  expect(percentOf(2, 2)).toBe('100');
  expect(percentOf(0, 0)).toBe('0');
});

describe('terms', () => {
  const shown = { title: 'Which coin?', about: '', startMs: 1, endMs: 2 };
  const options = [
    { name: 'A', link: '' },
    { name: 'B', link: 'https://b.example' },
  ];
  const { startMs, endMs, ...words } = shown;
  const terms = JSON.stringify({ ...words, options, startMs, endMs });
  const termsHash = createHash('sha256').update(terms).digest('hex');
  const round = {
    ...{ ...shown, terms, termsHash },
    options: options.map((option, index) => ({ ...option, number: index + 1, count: 3 })),
  } as unknown as Round;
  afterEach(() => vi.unstubAllGlobals());

  it('are equal where the page shows what was hashed', async () => {
    expect(await areTermsEqual(round)).toBe(true);
  });

  it.each<[string, Partial<Round>]>([
    ['the recorded hash', { termsHash: '0'.repeat(64) }],
    ['the question', { title: 'Which one?' }],
    ['an option', { options: [...round.options].reverse() }],
    ['the end', { endMs: 3 }],
    ['the text', { terms: terms.replace('Which', 'What') }],
  ])('are not equal where %s is another one', async (_, change) => {
    expect(await areTermsEqual({ ...round, ...change })).toBe(false);
  });

  it('are not compared by a browser without SHA-256', async () => {
    vi.stubGlobal('crypto', {});
    expect(await areTermsEqual(round)).toBeUndefined();
  });
});
