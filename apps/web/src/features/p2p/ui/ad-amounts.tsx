import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { priceOf } from '../model/ad-form.ts';
import { FIAT } from '../model/ad.ts';
import { moneyFor } from '../model/fiat.ts';
import { AdAmount, type AdPart } from './ad-field.tsx';
import styles from './ad-form.module.css';

/** How much, and how much of it in one deal. The total of an ad never changes. */
export function AdAmounts({ form, values, coin, isNew }: AdPart & { readonly isNew: boolean }) {
  const t = useTranslate();
  const language = useLanguage();
  const { code, decimals } = coin;
  const price = priceOf(values, coin.reference);
  const worth = (quantity: string): string | undefined => {
    const money = price === undefined ? undefined : moneyFor(quantity, price, decimals);
    return money === undefined ? undefined : `≈ ${grouped(money, language)} ${FIAT}`;
  };
  return (
    <fieldset className={styles['group']}>
      <legend>{t('p2p.ad.quantity')}</legend>
      {isNew ? (
        <AdAmount
          form={form}
          name="total"
          label={t(`p2p.ad.total.${values.side}`)}
          unit={code}
          decimals={decimals}
          hint={worth(values.total)}
        />
      ) : (
        <p className={styles['now']}>
          <span>{t(`p2p.ad.total.${values.side}`)}</span>
          <strong>{`${grouped(values.total, language)} ${code}`}</strong>
        </p>
      )}
      <div className={styles['pair']}>
        <AdAmount
          form={form}
          name="min"
          label={t('p2p.ad.min')}
          unit={code}
          decimals={decimals}
          hint={worth(values.min) ?? t('p2p.ad.minAbout')}
        />
        <AdAmount
          form={form}
          name="max"
          label={t('p2p.ad.max')}
          unit={code}
          decimals={decimals}
          hint={worth(values.max) ?? t('p2p.ad.maxAbout')}
        />
      </div>
      <p className={styles['note']}>
        {t('p2p.ad.coinLimits', {
          least: grouped(coin.minMoney, language),
          most: grouped(coin.maxMoney, language),
        })}
      </p>
    </fieldset>
  );
}
