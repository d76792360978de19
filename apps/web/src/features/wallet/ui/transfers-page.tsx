import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './transfers-page.module.css';
import { TransferCard } from './transfer-card.tsx';
import { TransferLog } from './transfer-log.tsx';

/** Moves money between the own wallets, beside what was moved before. */
export function TransferPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.transfers')}</h1>
      <div className={styles['cards']}>
        <TransferCard />
        <TransferLog />
      </div>
    </div>
  );
}

/** What was moved before, alone. */
export function TransferRecordPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.transfers')}</h1>
      <TransferLog isAlone />
    </div>
  );
}
