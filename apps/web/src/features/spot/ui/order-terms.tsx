import { TIMES_IN_FORCE } from '@meridian/contract/spot/bounds';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { DenseSelect } from '../../../shared/ui/dense-select.tsx';
import { changeTerms } from '../draft.ts';
import { mayRest, type OrderTerms, type TradeMode } from '../model/trade-inputs.ts';
import styles from './order-terms.module.css';

const OrderSettings = lazy(async () => ({
  default: (await import('./order-settings.tsx')).OrderSettings,
}));

interface OrderTermsFieldsProps {
  readonly mode: TradeMode;
  readonly terms: OrderTerms;
}

/** Time in force and post-only of an order, with a sentence about their effect. */
export function OrderTermsFields({ mode, terms }: OrderTermsFieldsProps) {
  const t = useTranslate();
  const id = useId();
  const [isSetting, setSetting] = useState<boolean>();
  const { timeInForce, isPostOnly } = terms;
  const isStanding = mayRest({ mode: 'limit', timeInForce });
  const sentence =
    mode === 'market' ? 'market' : isStanding && isPostOnly ? 'postOnly' : timeInForce;
  return (
    <div className={styles['terms']}>
      <div className={styles['line']}>
        {mode === 'limit' && (
          <>
            <DenseSelect
              label={t('spot.timeInForce')}
              aria-describedby={id}
              value={timeInForce}
              onChange={(chosen) => changeTerms({ timeInForce: chosen })}
              options={TIMES_IN_FORCE.map((name) => ({ name, label: name.toUpperCase() }))}
            />
            <Checkbox
              isChecked={isStanding && isPostOnly}
              isDisabled={!isStanding}
              onChange={(isChecked) => changeTerms({ isPostOnly: isChecked })}
            >
              {t('spot.postOnly')}
            </Checkbox>
          </>
        )}
        <button
          type="button"
          className={styles['settings']}
          aria-label={t('spot.settings')}
          title={t('spot.settings')}
          onClick={() => setSetting(true)}
        >
          ⚙
        </button>
      </div>
      <p id={id} className={styles['sentence']}>
        {t(`spot.does.${sentence}`)}
      </p>
      {isSetting !== undefined && (
        <Suspense>
          <OrderSettings isOpen={isSetting} onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </div>
  );
}
