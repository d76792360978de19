import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import styles from './plain-page.module.css';

/** Shown for an unknown address. */
export function MissingPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('error.noPageTitle')}</h1>
      <p>{t('error.noPage')}</p>
      <div className={styles['ways']}>
        <Link to="/">{t('error.backHome')}</Link>
        <Link to="/dealCenter">{t('error.toSpot')}</Link>
      </div>
    </div>
  );
}
