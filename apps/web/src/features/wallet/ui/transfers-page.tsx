import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './transfers-page.module.css';
import { TransferCard } from './transfer-card.tsx';
import { TransferLog } from './transfer-log.tsx';

/** The form of a transfer between the own wallets, beside the list of earlier transfers. */
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

/** The list of earlier transfers alone. */
export function TransferRecordPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.transfers')}</h1>
      <TransferLog isAlone />
    </div>
  );
}
