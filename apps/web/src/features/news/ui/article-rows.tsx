import type { Article } from '../../../shared/article.ts';
import { Link } from 'react-router';
import { dayIn, wireTime } from '../../../shared/dates.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './article-rows.module.css';

/** The page of an article. */
export function articlePath(id: number): string {
  return `/components/noticeDetail?id=${id}`;
}

/** A list of articles: title, abstract, time of the last change. */
export function ArticleRows({ articles }: { readonly articles: readonly Article[] }) {
  return (
    <ol className={styles['rows']}>
      {articles.map(({ id, title, abstract, updatedAt }) => (
        <li key={id}>
          <Link to={articlePath(id)}>
            <strong>{title}</strong>
            <span>{abstract}</span>
            <UpdateDay wire={updatedAt} />
          </Link>
        </li>
      ))}
    </ol>
  );
}

function UpdateDay({ wire }: { readonly wire: string }) {
  const language = useLanguage();
  const ms = wireTime(wire);
  return Number.isNaN(ms) ? undefined : (
    <time dateTime={new Date(ms).toISOString()}>{dayIn(language, ms)}</time>
  );
}

const SKELETON_ROWS = 6;

/** Placeholder of loading rows, of their height. */
export function ArticleRowsSkeleton() {
  const t = useTranslate();
  return (
    <div className={styles['skeleton']} role="status" aria-label={t('state.loading')}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row}>
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
