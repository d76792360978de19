import type { Book, BookRow, BookSideName } from '../../../shared/book/book.ts';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import { fixed } from '../../../shared/figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { groupDecimals } from '../model/book-groups.ts';

/** The elements of one row, made once by the view. */
export interface BookSlot {
  readonly row: HTMLButtonElement;
  readonly price: HTMLElement;
  readonly quantity: HTMLElement;
  readonly sum: HTMLElement;
  readonly bar: HTMLElement;
}

interface Painted {
  ticks: number;
  lots: number;
  sum: number;
  width: number;
  isOwn: boolean;
}

/** Nothing of a row is known before it is painted. */
const UNKNOWN = { ticks: -1, lots: -1, sum: -1, width: -1 };

interface BookPaintOptions {
  readonly market: Market;
  readonly group: number;
  readonly language: string;
  /** Prices of own orders of the side, in ticks, gathered by the same group. */
  readonly own: ReadonlySet<number>;
}

/**
 * Writes a book into fixed rows, best first, without React. Owns the shown values of each row and
 * touches an element only where its value changed. @param slots of one side, best first
 */
export class BookPainter {
  readonly #slots: readonly BookSlot[];
  readonly #options: BookPaintOptions;
  readonly #rows: BookRow[];
  readonly #painted: Painted[];
  readonly #priceDecimals: number;
  #count = 0;

  constructor(slots: readonly BookSlot[], options: BookPaintOptions) {
    this.#slots = slots;
    this.#options = options;
    this.#rows = slots.map(() => ({ ticks: 0, lots: 0, sum: 0 }));
    this.#painted = slots.map(({ row }) => ({
      ...UNKNOWN,
      // The painter before this one may have marked the row.
      isOwn: row.hasAttribute('data-own'),
    }));
    this.#priceDecimals = groupDecimals(options.market, options.group);
  }

  /**
   * Takes the rows of a side from the book. Returns the quantity of all of them: the longest bar.
   */
  read(book: Book, side: BookSideName): number {
    this.#count = book.rows(side, this.#options.group, this.#rows);
    return this.#rows[this.#count - 1]?.sum ?? 0;
  }

  /** Lots of the rows from the best one down to `row`; undefined where it shows none. */
  sumAt(row: HTMLElement): number | undefined {
    const at = this.#slots.findIndex((slot) => slot.row === row);
    return at < this.#count ? this.#rows[at]?.sum : undefined;
  }

  /** @param longest quantity that fills the whole width */
  paint(longest: number): void {
    for (const [at, slot] of this.#slots.entries()) {
      const row = this.#rows[at];
      const painted = this.#painted[at];
      if (row === undefined || painted === undefined) continue;
      if (at < this.#count) this.#paintRow({ slot, painted, row, longest });
      else if (painted.ticks !== 0) clear(slot, painted);
    }
  }

  #paintRow({
    slot,
    painted,
    row,
    longest,
  }: {
    slot: BookSlot;
    painted: Painted;
    row: BookRow;
    longest: number;
  }): void {
    const { language, market } = this.#options;
    const { scale, quantityDecimals } = market;
    if (painted.ticks <= 0) slot.row.disabled = false;
    if (painted.ticks !== row.ticks) {
      const price = formatPrice(row.ticks, scale);
      slot.price.textContent = fixed(price, this.#priceDecimals, { language });
      slot.row.dataset['price'] = price;
    }
    if (painted.lots !== row.lots)
      slot.quantity.textContent = fixed(formatQuantity(row.lots, scale), quantityDecimals, {
        language,
      });
    if (painted.sum !== row.sum)
      slot.sum.textContent = fixed(formatQuantity(row.sum, scale), quantityDecimals, { language });
    const width = longest === 0 ? 0 : Math.round((row.sum / longest) * 1000) / 1000;
    if (painted.width !== width) slot.bar.style.transform = `scaleX(${width})`;
    const isOwn = this.#options.own.has(row.ticks);
    if (painted.isOwn !== isOwn) slot.row.toggleAttribute('data-own', isOwn);
    Object.assign(painted, row, { width, isOwn });
  }
}

function clear(slot: BookSlot, painted: Painted): void {
  for (const cell of [slot.price, slot.quantity, slot.sum]) cell.textContent = '';
  slot.bar.style.transform = 'scaleX(0)';
  slot.row.disabled = true;
  delete slot.row.dataset['price'];
  delete slot.row.dataset['own'];
  Object.assign(painted, { ticks: 0, lots: -1, sum: -1, width: 0, isOwn: false });
}
