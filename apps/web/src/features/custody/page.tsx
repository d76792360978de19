import { useTranslate } from '../../shared/i18n/translate.ts';
import styles from './page.module.css';
import { BookCard } from './ui/book-card.tsx';
import { WhitelistCard } from './ui/whitelist-card.tsx';

/** The addresses that one withdraws to, and whether to no others. */
export function AddressesPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.addresses')}</h1>
      <WhitelistCard />
      <BookCard />
    </div>
  );
}
