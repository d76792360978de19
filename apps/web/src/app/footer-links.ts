/**
 * Lists of the footer: category of their articles, and fixed articles. Named `footer.article.<id>`.
 */
export const FOOTER_LISTS = [
  { title: 'footer.about', category: 19, fixed: [1901, 1902, 1903] },
  { title: 'footer.explain', category: 21, fixed: [2101, 2102, 2103] },
  { title: 'footer.support', category: 22, fixed: [2201, 2202, 2203] },
] as const;

export type FixedArticle = (typeof FOOTER_LISTS)[number]['fixed'][number];

export interface FooterLink {
  readonly id: number;
  /** Undefined if the catalogues name it. */
  readonly title?: string;
}

/**
 * The fixed links, then the other articles of the list. Removed articles are left out; before the
 * list is loaded, and if it is empty, only the fixed ones are shown.
 */
export function footerLinks(
  fixed: readonly number[],
  articles: readonly { readonly id: number; readonly title: string }[] | undefined,
): FooterLink[] {
  if (articles === undefined || articles.length === 0) return fixed.map((id) => ({ id }));
  const kept = fixed.filter((id) => articles.some((article) => article.id === id));
  const others = articles.filter(({ id }) => !fixed.includes(id));
  return [...kept.map((id) => ({ id })), ...others.map(({ id, title }) => ({ id, title }))];
}
