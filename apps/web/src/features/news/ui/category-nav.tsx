import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { MAIN_CATEGORIES } from '../model/categories.ts';
import styles from './category-nav.module.css';

/** Links to the categories, above their lists. */
export function CategoryNav({ current }: { readonly current: number | undefined }) {
  const t = useTranslate();
  return (
    <nav className={styles['categories']} aria-label={t('news.categories')}>
      {MAIN_CATEGORIES.map(({ id, title, path }) => (
        <Link
          key={id}
          to={path}
          aria-current={id === current ? 'page' : undefined}
          data-current={id === current || undefined}
        >
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}
