import { expect, test } from 'vitest';
import { Book } from '../../../shared/book/book.ts';
import type { Market } from '../../../shared/market/market.ts';
import { BookPainter, type BookSlot } from './book-painter.ts';

const MARKET = {
  scale: { tickSize: 1_000_000n, lotSize: 1_000_000n, baseScale: 8, quoteScale: 8 },
  quantityDecimals: 2,
  priceDecimals: 2,
} as unknown as Market;

test('a mark of an own order goes with the order, also while its row stays filled', () => {
  const slot = fakeSlot();
  const book = new Book(MARKET.scale);
  book.replace({ bids: [['0.07', '3']], asks: [] });
  const paint = (own: readonly number[]): void => {
    // Each change of the own orders brings a painter of its own to the same rows.
    const options = { market: MARKET, group: 1, language: 'en', own: new Set(own) };
    const painter = new BookPainter([slot], options);
    painter.paint(painter.read(book, 'bids'));
  };
  paint([]);
  expect(slot.row.hasAttribute('data-own')).toBe(false);
  paint([7]);
  expect(slot.row.hasAttribute('data-own')).toBe(true);
  paint([]);
  expect(slot.row.hasAttribute('data-own')).toBe(false);
  expect(slot.price.textContent).toBe('0.07');
});

/** The members of a row's elements that the painter uses. */
function fakeSlot(): BookSlot {
  const attributes = new Set<string>();
  const row = {
    dataset: {},
    disabled: true,
    hasAttribute: (name: string) => attributes.has(name),
    toggleAttribute: (name: string, isThere: boolean) =>
      isThere ? attributes.add(name) : attributes.delete(name),
  };
  const cell = () => ({ textContent: '', style: {} });
  const slot = { row, price: cell(), quantity: cell(), sum: cell(), bar: cell() };
  return slot as unknown as BookSlot;
}
