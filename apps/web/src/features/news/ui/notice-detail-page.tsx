import type { Article } from '../../../shared/article.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { momentIn, wireTime } from '../../../shared/dates.ts';
import { ApiError } from '@meridian/contract/client/api-error';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { articleQuery, articlesQuery, type WholeArticle } from '../api.ts';
import { categoryOf, wholeNumber } from '../model/categories.ts';
import { neighboursOf, type Neighbours } from '../model/search-articles.ts';
import { ArticleContent } from './article-content.tsx';
import pageStyles from './article-page.module.css';
import { articlePath } from './article-rows.tsx';
import styles from './notice-detail-page.module.css';

/** An article: `/components/noticeDetail?id=`. */
export function NoticeDetailPage() {
  const id = wholeNumber(useSearchParams()[0].get('id'));
  return (
    <div className={pageStyles['page']}>
      {id === undefined ? <Missing /> : <Wanted key={id} id={id} />}
    </div>
  );
}

function Wanted({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery(articleQuery(id));
  if (data !== undefined) return <Reading article={data} />;
  if (error instanceof ApiError && error.code === 'article_not_found') return <Missing />;
  if (error !== null) {
    return (
      <div className={pageStyles['nothing']}>
        <Failure message={error.message} onRetry={() => void refetch()} />
      </div>
    );
  }
  return <ArticleSkeleton />;
}

function Reading({ article }: { readonly article: WholeArticle }) {
  const t = useTranslate();
  const language = useLanguage();
  const ms = wireTime(article.updatedAt);
  const title = t('page.title', { page: article.title });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <Trail article={article} />
      <div className={styles['columns']}>
        <article className={styles['article']}>
          <header>
            <h1>{article.title}</h1>
            {!Number.isNaN(ms) && (
              <time dateTime={new Date(ms).toISOString()}>
                {t('news.updated', { time: momentIn(language, ms) })}
              </time>
            )}
          </header>
          {article.thumbnail !== '' && (
            <Picture key={article.thumbnail} source={article.thumbnail} />
          )}
          <ArticleContent html={article.content} />
        </article>
        <Others article={article} />
      </div>
    </>
  );
}

/** Decorative: the text is complete without it. A missing picture leaves no gap. */
function Picture({ source }: { readonly source: string }) {
  const [isMissing, setMissing] = useState(false);
  return isMissing ? undefined : (
    <img
      className={styles['picture']}
      src={source}
      alt=""
      width="1200"
      height="400"
      onError={() => setMissing(true)}
    />
  );
}

function Trail({ article }: { readonly article: WholeArticle }) {
  const t = useTranslate();
  const category = categoryOf(article.category);
  return (
    <nav className={styles['trail']} aria-label={t('news.path')}>
      <ol>
        <li>
          <Link to="/">{t('nav.home')}</Link>
        </li>
        {category !== undefined && (
          <li>
            <Link to={category.path}>{t(category.title)}</Link>
          </li>
        )}
        <li aria-current="page">{article.title}</li>
      </ol>
    </nav>
  );
}

/** The articles before and after, and the newest ones of the same category. */
function Others({ article }: { readonly article: WholeArticle }) {
  const t = useTranslate();
  const category = categoryOf(article.category);
  const { data } = useQuery({
    ...articlesQuery(article.category),
    enabled: category !== undefined,
  });
  if (category === undefined) return undefined;
  const list = data?.list ?? [];
  return (
    <>
      <NeighbourLinks {...neighboursOf(list, article.id)} />
      <aside
        className={styles['others']}
        aria-label={t('news.more', { category: t(category.title) })}
      >
        <h2>
          <Link to={category.path}>{t(category.title)}</Link>
        </h2>
        <ul>
          {list.map(({ id, title }) => (
            <li key={id}>
              <Link to={articlePath(id)} aria-current={id === article.id ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </aside>
    </>
  );
}

function NeighbourLinks({ previous, next }: Neighbours<Article>) {
  const t = useTranslate();
  return (
    <nav className={styles['neighbours']} aria-label={t('news.neighbours')}>
      {previous !== undefined && (
        <Link to={articlePath(previous.id)} data-side="previous">
          <span>{t('news.previous')}</span>
          {previous.title}
        </Link>
      )}
      {next !== undefined && (
        <Link to={articlePath(next.id)} data-side="next">
          <span>{t('news.next')}</span>
          {next.title}
        </Link>
      )}
    </nav>
  );
}

function Missing() {
  const t = useTranslate();
  const title = t('page.title', { page: t('news.missingTitle') });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={pageStyles['nothing']}>
      <h1 className="visually-hidden">{t('news.missingTitle')}</h1>
      <Empty
        action={
          <p className={styles['ways']}>
            <Link to="/noticeList">{t('news.toNotices')}</Link>
            <Link to="/help">{t('nav.help')}</Link>
          </p>
        }
      >
        {t('news.missing')}
      </Empty>
    </div>
  );
}

const SKELETON_LINES = 9;

function ArticleSkeleton() {
  const t = useTranslate();
  return (
    <div className={styles['skeleton']} role="status" aria-label={t('state.loading')}>
      {Array.from({ length: SKELETON_LINES }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
