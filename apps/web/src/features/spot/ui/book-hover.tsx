import { formatDecimal } from '@meridian/money/decimal';
import { formatQuantity } from '@meridian/money/market-scale';
import { divide } from '@meridian/money/rounding';
import { useEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { worthOf } from '../model/book-walk.ts';
import styles from './order-book.module.css';
import type { PaintedBook } from './use-painted-book.ts';

/** Levels that are added up at most. */
const MOST_LEVELS = 400;
const BOX_HEIGHT = 64;
const WORTH_DECIMALS = 2;

interface Hover {
  readonly shown: ReactNode;
  readonly handlers: {
    readonly onPointerOver: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
  };
}

/**
 * The box at the row under the pointer: average price, quantity and worth of an order that would
 * take all levels down to it. It is written without React, as the rows are.
 */
export function useBookHover(
  sides: RefObject<HTMLElement | null>,
  painted: PaintedBook,
  { market, depth }: { readonly market: Market; readonly depth: LiveDepth | undefined },
): Hover {
  const t = useTranslate();
  const language = useLanguage();
  const box = useRef<HTMLDListElement>(null);
  const row = useRef<HTMLElement>(undefined);
  const paint = (): void => {
    const { current: element } = box;
    if (element === null) return;
    const figures =
      depth && row.current && figuresOf(row.current, { painted, market, depth, language });
    element.hidden = figures === undefined;
    if (figures === undefined || row.current === undefined) return;
    for (const [at, cell] of [...element.querySelectorAll('dd')].entries())
      cell.textContent = figures[at] ?? '';
    const height = sides.current?.clientHeight ?? 0;
    const { offsetTop, offsetHeight } = row.current;
    const below = offsetTop + offsetHeight + 4;
    element.style.top = `${below + BOX_HEIGHT > height ? offsetTop - BOX_HEIGHT - 4 : below}px`;
  };
  const latest = useRef(paint);
  useEffect(() => {
    latest.current = paint;
  });
  useEffect(() => depth?.subscribe(() => row.current && latest.current()), [depth]);
  return {
    shown: (
      <dl className={styles['hover']} ref={box} hidden aria-hidden="true">
        <dt>{t('book.average')}</dt>
        <dd />
        <dt>
          {t('book.sum')} ({market.base})
        </dt>
        <dd />
        <dt>
          {t('book.sum')} ({market.quote})
        </dt>
        <dd />
      </dl>
    ),
    handlers: {
      onPointerOver: ({ target, pointerType }) => {
        if (pointerType !== 'mouse') return;
        row.current = (target as HTMLElement).closest<HTMLElement>('button:enabled') ?? undefined;
        paint();
      },
      onPointerLeave: () => {
        row.current = undefined;
        paint();
      },
    },
  };
}

interface Shown {
  readonly painted: PaintedBook;
  readonly market: Market;
  readonly depth: LiveDepth;
  readonly language: string;
}

/** Average price, quantity and worth of all levels down to a row; undefined of an empty one. */
function figuresOf(
  row: HTMLElement,
  { painted, market, depth, language }: Shown,
): readonly string[] | undefined {
  const { scale, priceDecimals, quantityDecimals } = market;
  const side = row.dataset['direction'] === 'down' ? 'asks' : 'bids';
  const lots = painted.sumAt(side, row);
  if (lots === undefined || lots === 0) return undefined;
  const levels = Array.from({ length: MOST_LEVELS }, () => ({ ticks: 0, lots: 0, sum: 0 }));
  const count = depth.feed.book.rows(side, 1, levels);
  const worth = worthOf(lots, levels.slice(0, count), scale);
  if (worth === undefined) return undefined;
  const coins = BigInt(lots) * scale.lotSize;
  const average = divide(worth * 10n ** BigInt(scale.baseScale), coins, 'halfUp');
  return [
    fixed(formatDecimal(average, scale.quoteScale), priceDecimals, { language }),
    fixed(formatQuantity(lots, scale), quantityDecimals, { language }),
    fixed(formatDecimal(worth, scale.quoteScale), WORTH_DECIMALS, { language }),
  ];
}
