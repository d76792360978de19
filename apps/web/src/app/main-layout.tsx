import { Outlet } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import { Header } from './header.tsx';
import styles from './main-layout.module.css';

/** Header over page. The first thing that the keyboard reaches leads past the header. */
export function MainLayout() {
  const t = useTranslate();
  return (
    <>
      <a className={styles['skip']} href="#content">
        {t('nav.skip')}
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={styles['content']}>
        <Outlet />
      </main>
    </>
  );
}
