import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { riskLevel } from '../model/risk.ts';
import styles from './risk-bar.module.css';

/** How near an account is to its liquidation, which is at 100 %: a bar with its figure. */
export function RiskBar({ percent }: { readonly percent: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const shown = `${fixed(percent, 2, { language })}%`;
  return (
    <span className={styles['risk']} data-level={riskLevel(percent)} title={t('position.riskHint')}>
      <span className={styles['track']} aria-hidden="true">
        <span style={{ inlineSize: `min(100%, ${percent}%)` }} />
      </span>
      <span>{shown}</span>
    </span>
  );
}
