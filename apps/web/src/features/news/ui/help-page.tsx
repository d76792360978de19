import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import type { Article } from '../../../shared/article.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSiteLink } from '../../../shared/site-links.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { allArticlesQuery, articlesQuery } from '../api.ts';
import { SIDE_CATEGORIES } from '../model/categories.ts';
import { searchArticles } from '../model/search-articles.ts';
import pageStyles from './article-page.module.css';
import { articlePath } from './article-rows.tsx';
import { CategoryNav } from './category-nav.tsx';
import styles from './help-page.module.css';

/**
 * The help centre: its articles, the short lists of the footer, and a search through all of them
 * (`?q=`).
 */
export function HelpPage() {
  const t = useTranslate();
  const [address, setAddress] = useSearchParams();
  const search = address.get('q') ?? '';
  const setSearch = (text: string): void =>
    setAddress(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true });
  return (
    <div className={pageStyles['page']}>
      <div className={pageStyles['head']}>
        <h1>{t('nav.help')}</h1>
        <CategoryNav current={ARTICLE_CATEGORIES.help} />
      </div>
      <p className={styles['about']}>{t('help.about')}</p>
      <div className={styles['search']} role="search">
        <TextField
          label={t('help.search')}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <Articles search={search} clear={() => setSearch('')} />
      <Service />
    </div>
  );
}

function Articles({ search, clear }: { readonly search: string; readonly clear: () => void }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(allArticlesQuery(ARTICLE_CATEGORIES.help));
  const sides = useQueries({ queries: SIDE_CATEGORIES.map(({ id }) => articlesQuery(id)) });
  if (data === undefined && error !== null) {
    return (
      <div className={pageStyles['nothing']}>
        <Failure message={error.message} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <CardsSkeleton />;
  if (search.trim() === '') {
    return (
      <>
        {data.length === 0 ? <Nothing /> : <Cards articles={data} />}
        <SideLists lists={sides.map((side) => side.data?.list ?? [])} />
      </>
    );
  }
  const found = searchArticles(
    [...data, ...sides.flatMap((side) => side.data?.list ?? [])],
    search,
  );
  return (
    <>
      <p className={styles['found']} role="status">
        {found.length > 0 && t('help.found', { count: found.length })}
      </p>
      {found.length > 0 ? (
        <Cards articles={found} />
      ) : (
        <div className={pageStyles['nothing']}>
          <Empty
            action={
              <Button isSmall onClick={clear}>
                {t('help.clear')}
              </Button>
            }
          >
            {t('help.notFound')}
          </Empty>
        </div>
      )}
    </>
  );
}

function Nothing() {
  const t = useTranslate();
  return (
    <div className={pageStyles['nothing']}>
      <Empty action={<Link to="/noticeList">{t('news.toNotices')}</Link>}>{t('news.empty')}</Empty>
    </div>
  );
}

function Cards({ articles }: { readonly articles: readonly Article[] }) {
  return (
    <ul className={styles['cards']}>
      {articles.map(({ id, title, abstract }) => (
        <li key={id}>
          <Link to={articlePath(id)}>
            <strong>{title}</strong>
            <span>{abstract}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const SKELETON_CARDS = 9;

function CardsSkeleton() {
  const t = useTranslate();
  return (
    <div className={styles['cards']} role="status" aria-label={t('state.loading')} data-loading>
      {Array.from({ length: SKELETON_CARDS }, (_, card) => (
        <span key={card} />
      ))}
    </div>
  );
}

function SideLists({ lists }: { readonly lists: readonly (readonly Article[])[] }) {
  const t = useTranslate();
  return (
    <section className={styles['sides']}>
      <h2>{t('help.more')}</h2>
      {SIDE_CATEGORIES.map(({ id, title, path }, place) => (
        <div key={id}>
          <h3>
            <Link to={path}>{t(title)}</Link>
          </h3>
          <ul>
            {lists[place]?.map((article) => (
              <li key={article.id}>
                <Link to={articlePath(article.id)}>{article.title}</Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Service() {
  const t = useTranslate();
  const open = useSiteLink('service');
  return (
    <div className={styles['service']}>
      <p>{t('help.noAnswer')}</p>
      <Button onClick={open}>{t('nav.service')}</Button>
    </div>
  );
}
