import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import { useQuery } from '@tanstack/react-query';
import { Home } from '../../features/home/page.tsx';
import { DisplayedPairs } from '../../features/market/ui/displayed-pairs.tsx';
import { PairTiles } from '../../features/market/ui/pair-tiles.tsx';
import { articlesQuery } from '../../features/news/api.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { HomeTotalLater } from './home-total-later.tsx';

/** The home page: combines news and markets. Without news it is only shorter. */
export function HomePage() {
  // Renders again in another language, and so fetches the news in it.
  useTranslate();
  const banners = useQuery(articlesQuery(ARTICLE_CATEGORIES.banner));
  const notices = useQuery(articlesQuery(ARTICLE_CATEGORIES.notice));
  return (
    <Home
      banners={banners.isError ? [] : banners.data?.list}
      notice={notices.isPending ? undefined : (notices.data?.list[0] ?? null)}
      own={<HomeTotalLater />}
      tiles={<PairTiles />}
      pairs={<DisplayedPairs />}
    />
  );
}
