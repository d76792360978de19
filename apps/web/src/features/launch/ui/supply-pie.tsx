import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './launch.module.css';

/** Circumference 100, so that a dash is a percent. */
const RADIUS = 100 / (2 * Math.PI);

/** The issued share of a plan, as a part of a circle. @param percent 0 to 100, plain decimal */
export function SupplyPie({ percent }: { readonly percent: string }) {
  const t = useTranslate();
  const shown = { percent: grouped(percent, useLanguage()) };
  return (
    <svg
      className={styles['pie']}
      viewBox="0 0 40 40"
      role="img"
      aria-label={t('launch.pie', shown)}
    >
      <circle className={styles['rest']} cx="20" cy="20" r={RADIUS} />
      <circle
        className={styles['issued']}
        cx="20"
        cy="20"
        r={RADIUS}
        strokeDasharray={`${percent} 100`}
        transform="rotate(-90 20 20)"
      />
      <text x="20" y="20" className={styles['percent']}>
        {t('launch.percent', shown)}
      </text>
    </svg>
  );
}
