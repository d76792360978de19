import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import type { NotOpenPageName } from '../not-open.ts';
import styles from './plain-page.module.css';

/** Shown in place of a planned feature: a description, and links to open ones. */
export function NotOpenPage({ feature }: { readonly feature: NotOpenPageName }) {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <p className={styles['badge']}>{t('soon.badge')}</p>
      <h1>{t(`feature.${feature}`)}</h1>
      <p>{t(`featureAbout.${feature}`)}</p>
      <h2>{t('soon.today')}</h2>
      <div className={styles['ways']}>
        <Link to="/dealCenter">{t('soon.spot')}</Link>
        <Link to="/quotation">{t('nav.quotation')}</Link>
        <Link to="/noticeList">{t('nav.notices')}</Link>
        <Link to="/help">{t('nav.help')}</Link>
      </div>
    </div>
  );
}
