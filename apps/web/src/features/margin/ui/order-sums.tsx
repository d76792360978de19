import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { sizeText } from '../model/order-size.ts';
import type { MarginOffer, MarginSide } from '../model/position.ts';
import styles from './margin-form.module.css';
import type { OrderForm } from './use-order-form.ts';

const MONEY_DECIMALS = 2;

interface OrderSumsProps {
  readonly market: Market;
  readonly offer: MarginOffer;
  readonly form: OrderForm;
  readonly sides: readonly MarginSide[];
  readonly isGuest: boolean;
}

/**
 * The table of the order's entry price, value, margin, fee, largest size and liquidation price,
 * with a column for each side.
 */
export function OrderSums({ market, offer, form, sides, isGuest }: OrderSumsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { size, mode, price, context } = form;
  const money = (plain: string | undefined): string => fixed(plain, MONEY_DECIMALS, { language });
  const priceText = (plain: string | undefined): string =>
    fixed(plain, market.priceDecimals, { language });
  const most = (side: MarginSide): string => {
    const { max } = form[side];
    if (isGuest || max === undefined) return MISSING;
    const text = sizeText(String(max), size.unit, { inputs: { mode, price }, context });
    return size.unit === 'quote'
      ? fixed(text, 2, { language, rounding: 'down' })
      : grouped(text, language);
  };
  const unit = { base: market.base, quote: market.quote, lots: t('margin.lots') }[size.unit];
  const rows: readonly (readonly [string, (side: MarginSide) => string])[] = [
    [t('margin.entry'), (side) => priceText(form[side].summary.entryPrice)],
    [t('margin.value'), (side) => money(form[side].summary.value)],
    [t('margin.margin'), (side) => money(form[side].summary.margin)],
    [
      t('margin.fee', { rate: grouped(offer.fee, language) }),
      (side) => money(form[side].summary.fee),
    ],
    [t('margin.max', { unit }), most],
    [
      t('margin.liquidation'),
      (side) => {
        const { liquidationPrice } = form[side].summary;
        return liquidationPrice === '' && !isGuest ? t('margin.far') : priceText(liquidationPrice);
      },
    ],
  ];
  return (
    <div className={styles['costs']}>
      <table className={styles['sums']} aria-label={t('margin.sums')}>
        <thead>
          <tr>
            <th scope="col">{market.quote}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {t(`margin.${side}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, text]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {sides.map((side) => (
                <td key={side}>{text(side)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
