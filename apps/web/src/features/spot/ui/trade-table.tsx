import { memo } from 'react';
import type { Trade } from '../../../realtime/merge-trades.ts';
import { fixed, timeOfDay } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import styles from './recent-trades.module.css';

interface TradeTableProps {
  readonly market: Market;
  readonly trades: readonly Trade[];
}

/** Price, quantity and time of trades, each in the colour of the side that took. */
export function TradeTable({ market, trades }: TradeTableProps) {
  const t = useTranslate();
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label={t('trades.title')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('spot.price')}</th>
            <th scope="col">{t('spot.quantity')}</th>
            <th scope="col">{t('trades.time')}</th>
          </tr>
        </thead>
        <tbody>
          {/* A row keeps its place and changes its text: nothing moves when a trade comes in. */}
          {trades.map((trade, place) => (
            <TradeRow
              key={place}
              trade={trade}
              priceDecimals={market.priceDecimals}
              quantityDecimals={market.quantityDecimals}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TradeRowProps {
  readonly trade: Trade;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

const TradeRow = memo(function TradeRow({ trade, priceDecimals, quantityDecimals }: TradeRowProps) {
  const t = useTranslate();
  const language = useLanguage();
  const isBuy = trade.takerSide === 'buy';
  return (
    <tr>
      <td className={isBuy ? 'up' : 'down'}>
        {fixed(trade.price, priceDecimals, { language })}
        <span className="visually-hidden">{t(isBuy ? 'side.buy' : 'side.sell')}</span>
      </td>
      <td>{fixed(trade.quantity, quantityDecimals, { language })}</td>
      <td>{timeOfDay(trade.timeMs)}</td>
    </tr>
  );
});
