import { idOf } from './id-of.ts';

/** Pages of the marketplace. The market's own address leads visitors to it too. */
export const FRAME_PAGES = [
  { name: 'market', to: '/fiatradCenter' },
  { name: 'orders', to: '/c2cOrder' },
  { name: 'ads', to: '/c2cRelease' },
  { name: 'publish', to: '/c2c' },
  { name: 'trader', to: '/c2cTrader' },
] as const;
export type FramePage = (typeof FRAME_PAGES)[number]['name'];

/**
 * The page of the marketplace at an address. Another trader's page is none of them, and the page
 * that edits an ad is one of the own ads.
 * @param own number of the viewer
 */
export function framePageOf(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  own: number | undefined,
): FramePage | undefined {
  const page = FRAME_PAGES.find(({ to }) => to.toLowerCase() === pathname.toLowerCase())?.name;
  const id = idOf(new URLSearchParams(search).get('id'));
  if (page === 'trader') return id === undefined || id === own ? page : undefined;
  return page === 'publish' && id !== undefined ? 'ads' : page;
}
