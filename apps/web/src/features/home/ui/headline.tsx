import type { Article } from '../../../shared/article.ts';
import { Link } from 'react-router';
import { dayIn, wireTime } from '../../../shared/dates.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './headline.module.css';

/** The newest notice in a line, and a link to all of them. Its line is reserved while loading. */
export function Headline({ notice }: { readonly notice: Article | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={styles['line']}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M2 6.5v3h2.5L10 13V3L4.5 6.5zM12.5 5.5a3.5 3.5 0 0 1 0 5" />
      </svg>
      {notice !== undefined && (
        <Link to={`/components/noticeDetail?id=${notice.id}`} className={styles['title']}>
          {notice.title}
        </Link>
      )}
      {notice !== undefined && (
        <time className={styles['time']}>{dayIn(language, wireTime(notice.updatedAt))}</time>
      )}
      <Link to="/noticeList" className={styles['more']}>
        {t('home.allNotices')}
      </Link>
    </div>
  );
}
