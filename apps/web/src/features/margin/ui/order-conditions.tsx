import { directionOf, fixed, MISSING, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { keepIsolated, keepStops } from '../draft.ts';
import { sizeText } from '../model/order-size.ts';
import { profitAt } from '../model/position-figures.ts';
import type { PositionTerms } from '../model/position-terms.ts';
import type { MarginSide } from '../model/position.ts';
import { sentStop } from '../model/stops-form.ts';
import styles from './order-conditions.module.css';
import type { OrderForm } from './use-order-form.ts';

const MODES = ['cross', 'isolated'] as const;
const MODE_TEXT = { cross: 'position.cross', isolated: 'position.isolated' } as const;
const STOPS = ['takeProfit', 'stopLoss'] as const;
const MONEY_DECIMALS = 2;

interface OrderConditionsProps {
  readonly market: Market;
  readonly form: OrderForm;
  readonly sides: readonly MarginSide[];
}

/** Margin mode, stops and reduce-only of an order, with a sentence about their effect. */
export function OrderConditions({ market, form, sides }: OrderConditionsProps) {
  const t = useTranslate();
  const { terms } = form;
  const change = (part: Partial<PositionTerms>): void =>
    form.change({ terms: { ...terms, ...part } });
  const { isIsolated, isReduceOnly, hasStops } = terms;
  const sentence = isReduceOnly ? 'reduceOnly' : isIsolated ? 'isolated' : 'cross';
  return (
    <div className={styles['conditions']}>
      <Segments
        label={t('position.marginMode')}
        value={isIsolated ? 'isolated' : 'cross'}
        onChange={(mode) => {
          keepIsolated(market.key, mode === 'isolated');
          change({ isIsolated: mode === 'isolated' });
        }}
        options={MODES.map((name) => ({ name, label: t(MODE_TEXT[name]) }))}
      />
      <div className={styles['line']}>
        <Checkbox
          isChecked={hasStops && !isReduceOnly}
          isDisabled={isReduceOnly}
          onChange={(isChecked) => {
            keepStops(isChecked);
            change({ hasStops: isChecked });
          }}
        >
          {t('position.setStops')}
        </Checkbox>
        <Checkbox
          isChecked={isReduceOnly}
          onChange={(isChecked) => change({ isReduceOnly: isChecked })}
        >
          {t('position.reduceOnly')}
        </Checkbox>
      </div>
      <p className={styles['sentence']}>{t(`position.${sentence}Hint`)}</p>
      {hasStops && !isReduceOnly && (
        <div className={styles['stops']}>
          {STOPS.map((field) => (
            <div key={field} data-field={field}>
              <NumberField
                label={t(`position.${field}`)}
                unit={market.quote}
                decimals={market.priceDecimals}
                value={terms[field]}
                error={form.errorOf(field)}
                keepsErrorLine
                onChange={(typed) => change({ [field]: typed })}
              />
              {form.errorOf(field) === undefined && (
                <Estimate {...{ market, form, sides }} price={terms[field]} />
              )}
            </div>
          ))}
          <p className={styles['sentence']}>{t('position.stopsHint')}</p>
        </div>
      )}
    </div>
  );
}

/** The profit of each side that the price is a profit or a loss of, before fees. */
function Estimate({
  market,
  form,
  sides,
  price,
}: OrderConditionsProps & { readonly price: string }) {
  const t = useTranslate();
  const language = useLanguage();
  if (sentStop(price) === '0') return undefined;
  const { lots, mode, context } = form;
  const quantity = sizeText(lots, 'base', { inputs: { mode, price: form.price }, context });
  const texts = sides.flatMap((side) => {
    const { entryPrice, margin } = form[side].summary;
    if (entryPrice === undefined || margin === undefined) return [];
    const found = profitAt(price, { side, entryPrice, quantity, margin });
    if (found === undefined) return [];
    const roi = found.roi === undefined ? MISSING : percent(found.roi, language);
    return [
      {
        side,
        look: directionOf(found.profit),
        text: `${fixed(found.profit, MONEY_DECIMALS, { language })} ${market.quote} (${roi})`,
      },
    ];
  });
  return (
    <p className={styles['estimate']}>
      {texts.map(({ side, look, text }) => (
        <span key={side}>
          {t(`margin.${side}`)} <span className={look}>{text}</span>
        </span>
      ))}
    </p>
  );
}
