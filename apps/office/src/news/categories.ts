import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';

/** Operators' names of the categories, and where customers see them. */
const NAMES: Readonly<
  Record<keyof typeof ARTICLE_CATEGORIES, { readonly name: string; readonly place: string }>
> = {
  notice: { name: 'Notices', place: 'News page and the strip on the home page.' },
  banner: {
    name: 'Banners',
    place: 'Carousel of the home page. The picture is 1200 × 400; words stand at its left.',
  },
  about: { name: 'About us', place: 'About page.' },
  help: { name: 'Help', place: 'Help centre.' },
  footerAbout: { name: 'Footer: about', place: 'First column of links at the foot of every page.' },
  footerExplain: {
    name: 'Footer: terms',
    place: 'Second column of links at the foot of every page.',
  },
  footerSupport: {
    name: 'Footer: support',
    place: 'Third column of links at the foot of every page.',
  },
};

export const CATEGORIES = Object.entries(ARTICLE_CATEGORIES).map(([key, id]) => ({
  id,
  ...NAMES[key as keyof typeof ARTICLE_CATEGORIES],
}));

export function categoryName(id: number): string {
  return CATEGORIES.find((category) => category.id === id)?.name ?? String(id);
}
