import { describe, expect, it } from 'vitest';
import { percentOf, recount, type Round } from './round.ts';

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
