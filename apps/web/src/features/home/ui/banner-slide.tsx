import type { Article } from '../../../shared/article.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './banner-carousel.module.css';

/**
 * The first picture is the page's largest paint, so it loads first. Without a picture the words
 * stand alone.
 */
export function BannerSlide({
  article: { id, title, abstract, thumbnail },
  isFirst,
}: {
  readonly article: Article;
  readonly isFirst: boolean;
}) {
  const t = useTranslate();
  const [isMissing, setMissing] = useState(false);
  return (
    <Link to={`/components/noticeDetail?id=${id}`} className={styles['link']} draggable={false}>
      <span className={styles['words']}>
        <strong>{title}</strong>
        <span>{abstract}</span>
        <em>{t('home.readMore')}</em>
      </span>
      {thumbnail !== '' && !isMissing && (
        <img
          src={thumbnail}
          alt=""
          width={1200}
          height={400}
          draggable={false}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'low'}
          onError={() => setMissing(true)}
        />
      )}
    </Link>
  );
}
