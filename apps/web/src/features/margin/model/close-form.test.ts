import { describe, expect, it } from 'vitest';
import { closeErrors, closeOf, lotsOfShare, type CloseInputs } from './close-form.ts';
import { partOf } from './position-part.ts';

const SCALE = { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n };
const POSITION = { id: 7, lots: 10, quantity: '0.01', margin: '60.5' };
const ALL: CloseInputs = { mode: 'market', price: '', lots: '10' };

describe('the form of a close', () => {
  it('sends the typed lots, also where they are all that is left, and no price at the market', () => {
    expect(closeOf(ALL, POSITION)).toEqual({ id: 7, lots: '10' });
    expect(closeOf({ ...ALL, lots: '4', price: '1' }, POSITION)).toEqual({ id: 7, lots: '4' });
    expect(closeOf({ mode: 'limit', price: '60001.5', lots: '4' }, POSITION)).toEqual({
      ...{ id: 7, lots: '4', limitPrice: '60001.5' },
    });
  });

  it.each(['1', '10'])('takes %s lots of ten', (lots) => {
    expect(closeErrors({ ...ALL, lots }, POSITION, SCALE)).toEqual({});
  });

  it.each(['', '0', '-1', '11', '1.5', 'all'])('does not take "%s" lots of ten', (lots) => {
    expect(closeErrors({ ...ALL, lots }, POSITION, SCALE)).toEqual({
      lots: 'position.error.closeLots',
    });
  });

  it('wants a price of the market’s steps, where the market is known', () => {
    const limit = { ...ALL, mode: 'limit', price: '60000.001' } as const;
    expect(closeErrors(limit, POSITION, SCALE)).toEqual({ price: 'margin.error.price' });
    expect(closeErrors({ ...limit, price: '' }, POSITION, SCALE)).toHaveProperty('price');
    expect(closeErrors({ ...limit, price: '60000.01' }, POSITION, SCALE)).toEqual({});
    expect(closeErrors(limit, POSITION, undefined)).toEqual({});
  });

  it.each([
    [25, 10, 2],
    [50, 10, 5],
    [100, 10, 10],
    [25, 3, 1],
    [50, 1, 1],
  ])('%i percent of %i lots are %i', (percent, lots, some) => {
    expect(lotsOfShare(percent, { lots })).toBe(some);
  });

  it('reckons with the share of the lots', () => {
    expect(partOf(POSITION, '3')).toMatchObject({ quantity: '0.003', margin: '18.15', lots: 10 });
    expect(partOf(POSITION, '11')).toBeUndefined();
    expect(partOf(POSITION, '')).toBeUndefined();
  });
});
