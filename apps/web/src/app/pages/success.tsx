import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import styles from './plain-page.module.css';

/** Confirms an action, with links onward. */
export function SuccessPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('page.success')}</h1>
      <p>{t('page.successText')}</p>
      <div className={styles['ways']}>
        <Link to="/">{t('error.backHome')}</Link>
        <Link to="/finance">{t('feature.assets')}</Link>
      </div>
    </div>
  );
}
