import type { KeyboardEvent } from 'react';
import { tickerNow } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { steppedPrice } from '../model/price-step.ts';
import styles from './margin-form.module.css';
import type { OrderForm } from './use-order-form.ts';

const STEPS = [
  { by: -1, label: 'margin.priceDown', sign: '−' },
  { by: 1, label: 'margin.priceUp', sign: '+' },
] as const;

interface PriceFieldProps {
  readonly market: Market;
  /** The market whose last price the field offers. */
  readonly index: Market;
  readonly form: Pick<OrderForm, 'mode' | 'price' | 'context' | 'change' | 'errorOf'>;
}

/**
 * The limit price, with steps of one tick, and the two prices that a limit begins at: the index,
 * which fills contracts, and the last trade of the spot market. Of a market order it shows the
 * index, and stays where it is.
 */
export function PriceField({ market, index, form }: PriceFieldProps) {
  const t = useTranslate();
  const { mode, price, context, change, errorOf } = form;
  const isMarket = mode === 'market';
  const step = (steps: 1 | -1): void => {
    const next = steppedPrice(price, steps, { scale: market.scale, from: context.indexPrice });
    if (next !== undefined) change({ price: next });
  };
  const stepByKey = (event: KeyboardEvent): void => {
    if (isMarket || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  const last = (): void => {
    const found = tickerNow(index.key)?.price;
    if (found !== undefined) change({ price: found });
  };
  return (
    <div className={styles['price']} data-field="price" data-fixed={isMarket || undefined}>
      <div className={styles['taken']}>
        <button
          type="button"
          disabled={isMarket}
          onClick={() => change({ price: context.indexPrice })}
        >
          {t('margin.takeIndex')}
        </button>
        <button type="button" disabled={isMarket} onClick={last}>
          {t('margin.takeLast')}
        </button>
      </div>
      <div className={styles['stepped']}>
        <div className={styles['reserved']} onKeyDown={stepByKey}>
          <NumberField
            label={t('margin.price')}
            unit={market.quote}
            value={isMarket ? context.indexPrice : price}
            isDisabled={isMarket}
            decimals={market.priceDecimals}
            error={errorOf('price')}
            onChange={(next) => change({ price: next })}
          />
        </div>
        {STEPS.map(({ by, label, sign }) => (
          <button
            key={label}
            type="button"
            aria-label={t(label)}
            disabled={isMarket}
            onClick={() => step(by)}
          >
            {sign}
          </button>
        ))}
      </div>
    </div>
  );
}
