import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { yearRate } from '../model/product.ts';
import styles from './earn.module.css';

const YEAR_DECIMALS = 2;

/** A rate of a year, which is no promise of one, with the rate of a day that it is made of. */
export function Rate({ daily }: { readonly daily: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const year = fixed(yearRate(daily), YEAR_DECIMALS, { language });
  return (
    <p className={styles['rate']}>
      <strong>{`${year}%`}</strong> <span>{t('earn.simpleYear')}</span>
      <span className={styles['day']}>
        {t('earn.aDay', { rate: `${grouped(daily, language)}%` })}
      </span>
    </p>
  );
}
