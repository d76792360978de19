import { useTranslate } from '../../../shared/i18n/translate.ts';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { leverageChips } from '../model/leverage.ts';
import styles from './margin-form.module.css';
import type { OrderForm } from './use-order-form.ts';

interface LeverageFieldProps {
  readonly offered: readonly number[];
  readonly form: Pick<OrderForm, 'leverage' | 'leverageText' | 'changeLeverage'>;
}

/** The leverage: typed, by a slider over those that the market offers, or by a chip. */
export function LeverageField({ offered, form }: LeverageFieldProps) {
  const t = useTranslate();
  const sorted = [...offered].sort((a, b) => a - b);
  const { leverage, leverageText, changeLeverage } = form;
  const place = leverage === undefined ? 0 : sorted.indexOf(leverage);
  return (
    <div className={styles['leverage']}>
      <div className={styles['reserved']} data-field="leverage">
        <NumberField
          label={t('margin.leverage')}
          unit="×"
          value={leverageText}
          decimals={0}
          error={
            leverage === undefined
              ? t('margin.error.leverage', { offered: sorted.join(', ') })
              : undefined
          }
          onChange={changeLeverage}
        />
      </div>
      <input
        type="range"
        className={styles['range']}
        aria-label={t('margin.leverageSlider')}
        aria-valuetext={leverage === undefined ? undefined : t('margin.times', { leverage })}
        min={0}
        max={Math.max(0, sorted.length - 1)}
        step={1}
        value={place}
        disabled={sorted.length < 2}
        onChange={({ target }) => changeLeverage(String(sorted[Number(target.value)] ?? ''))}
      />
      <div className={styles['chips']} role="group" aria-label={t('margin.leverage')}>
        {leverageChips(offered).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === leverage}
            onClick={() => changeLeverage(String(each))}
          >
            {t('margin.times', { leverage: each })}
          </button>
        ))}
      </div>
    </div>
  );
}
