import { ARTICLES_PER_PAGE } from '@meridian/contract/news/article-categories';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Pagination } from '../../../shared/ui/pagination.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { articlesQuery } from '../api.ts';
import { namedCategory, wholeNumber, type Category } from '../model/categories.ts';
import styles from './article-page.module.css';
import { ArticleRows, ArticleRowsSkeleton } from './article-rows.tsx';
import { CategoryNav } from './category-nav.tsx';

/** The articles of a category, newest first: `/noticeList?c_id=`, by default notices. */
export function NoticeListPage() {
  const t = useTranslate();
  const [address, setAddress] = useSearchParams();
  const category = namedCategory(address.get('c_id'));
  const page = wholeNumber(address.get('page')) ?? 1;
  const goTo = (next: number): void => {
    setAddress((before) => {
      if (next === 1) before.delete('page');
      else before.set('page', String(next));
      return before;
    });
  };
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t(category?.title ?? 'nav.notices')}</h1>
        <CategoryNav current={category?.id} />
      </div>
      {category === undefined ? (
        <Nothing />
      ) : (
        <List category={category} page={page} onPage={goTo} />
      )}
    </div>
  );
}

interface ListProps {
  readonly category: Category;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function List({ category, page, onPage }: ListProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(articlesQuery(category.id, page));
  if (data === undefined && error !== null) {
    return (
      <div className={styles['nothing']}>
        <Failure message={error.message} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <ArticleRowsSkeleton />;
  if (data.list.length === 0) return <Nothing isPastEnd={data.total > 0} path={category.path} />;
  return (
    <>
      <ArticleRows articles={data.list} />
      <div className={styles['foot']}>
        <p>{t('news.zone')}</p>
        <Pagination
          page={page}
          pageCount={Math.ceil(data.total / ARTICLES_PER_PAGE)}
          onPage={onPage}
        />
      </div>
    </>
  );
}

function Nothing({
  isPastEnd = false,
  path = '/noticeList',
}: {
  readonly isPastEnd?: boolean;
  readonly path?: string;
}) {
  const t = useTranslate();
  return (
    <div className={styles['nothing']}>
      <Empty
        action={
          isPastEnd ? (
            <Link to={path}>{t('news.toFirst')}</Link>
          ) : (
            <Link to="/help">{t('nav.help')}</Link>
          )
        }
      >
        {t('news.empty')}
      </Empty>
    </div>
  );
}
