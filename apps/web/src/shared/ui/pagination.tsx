import { useTranslate } from '../i18n/translate.ts';
import { offeredPages } from './pages.ts';
import styles from './pagination.module.css';

interface PaginationProps {
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

/** Page numbers with buttons for the pages before and after. Hidden with only one page. */
export function Pagination({ page, pageCount, onPage }: PaginationProps) {
  const t = useTranslate();
  if (pageCount <= 1) return null;
  return (
    <nav className={styles['pages']} aria-label={t('pages.label')}>
      <button
        type="button"
        aria-label={t('pages.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        ‹
      </button>
      <ol>
        {offeredPages(page, pageCount).map((entry, place) => (
          <li key={place}>
            {entry === 'gap' ? (
              <span aria-hidden="true">…</span>
            ) : (
              <button
                type="button"
                aria-label={t('pages.page', { page: entry })}
                aria-current={entry === page ? 'page' : undefined}
                onClick={() => onPage(entry)}
              >
                {entry}
              </button>
            )}
          </li>
        ))}
      </ol>
      <span className={styles['place']} aria-hidden="true">
        {page} / {pageCount}
      </span>
      <button
        type="button"
        aria-label={t('pages.next')}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        ›
      </button>
    </nav>
  );
}
