import { useTranslate } from '../../../shared/i18n/translate.ts';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import type { Market } from '../../../shared/market/market.ts';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { PercentSlider, sharePercent } from '../../../shared/ui/percent-slider.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { keepUnit } from '../draft.ts';
import { SIZE_UNITS, sizeText, type SizeUnit } from '../model/order-size.ts';
import styles from './margin-form.module.css';
import type { OrderForm } from './use-order-form.ts';

interface SizeFieldProps {
  readonly market: Market;
  readonly lotSize: string;
  readonly form: OrderForm;
}

/**
 * The size in coins, quote currency or lots, or as a share of the most that the account can open.
 * Below it stand the lots that are sent, rounded down to whole ones.
 */
export function SizeField({ market, lotSize, form }: SizeFieldProps) {
  const t = useTranslate();
  const { size, lots, context, mode, price, change, errorOf } = form;
  const priced = { inputs: { mode, price }, context };
  const typed = size.percent === undefined ? size.typed : sizeText(lots, size.unit, priced);
  const changeUnit = (unit: SizeUnit): void => {
    keepUnit(unit);
    change({ size: { ...size, unit, typed: sizeText(lots, unit, priced) } });
  };
  const changePercent = (percent: number): void =>
    change({ size: { ...size, typed: '', percent: percent === 0 ? undefined : percent } });
  const error = errorOf('size');
  const unitName = (unit: SizeUnit): string =>
    unit === 'lots' ? t('margin.lots') : unit === 'base' ? market.base : market.quote;
  return (
    <div className={styles['size']} data-field="size">
      <div className={styles['units']}>
        <Segments
          label={t('margin.sizeUnit')}
          value={size.unit}
          onChange={changeUnit}
          options={SIZE_UNITS.map((name) => ({ name, label: unitName(name) }))}
        />
      </div>
      <div className={styles['reserved']}>
        <NumberField
          label={size.unit === 'lots' ? t('margin.lots') : t('margin.size')}
          unit={size.unit === 'lots' ? `× ${lotSize} ${market.base}` : unitName(size.unit)}
          value={typed}
          decimals={decimalsOf(size.unit, market)}
          error={error}
          onChange={(next) => change({ size: { ...size, typed: next, percent: undefined } })}
        />
        <Sent market={market} form={form} />
      </div>
      <PercentSlider
        label={t('margin.share')}
        step={1}
        hasKeys
        value={size.percent ?? sharePercent(String(form.lots), String(form.long.max))}
        isDisabled={form.long.max === undefined || form.long.max === 0n}
        onChange={changePercent}
      />
    </div>
  );
}

function decimalsOf(unit: SizeUnit, { scale }: Market): number {
  if (unit === 'lots') return 0;
  return unit === 'base' ? scale.baseScale : scale.quoteScale;
}

/** The lots that are sent, in coins too. */
function Sent({ market, form }: Pick<SizeFieldProps, 'market' | 'form'>) {
  const t = useTranslate();
  const language = useLanguage();
  const { lots, context, mode, price } = form;
  if (!/^[1-9]\d*$/.test(lots)) return undefined;
  const priced = { inputs: { mode, price }, context };
  return (
    <p className={styles['sent']}>
      {t('margin.sent', {
        lots: grouped(lots, language),
        base: `${grouped(sizeText(lots, 'base', priced), language)} ${market.base}`,
        quote: `${fixed(sizeText(lots, 'quote', priced), 2, { language })} ${market.quote}`,
      })}
    </p>
  );
}
