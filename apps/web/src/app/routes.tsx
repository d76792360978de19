import { lazy, type ComponentType } from 'react';
import { matchRoutes, Navigate, type RouteObject } from 'react-router';
import { fetchTexts, type TextPart } from '../shared/i18n/language.ts';
import { fetchFresh } from './fetch-fresh.ts';
import { AccountLayout, AssetsLayout } from './inner-layouts.tsx';
import { LoginGate } from './login-gate.tsx';
import { PREFIXES, ROWS, type LayoutName, type PageHandle, type Row } from './route-table.ts';
import { Shell } from './shell.tsx';

/** The table of routes in the router's form. */
export const ROUTES: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      ...rowsOf('main', 'terminal', 'standalone'),
      {
        element: <AccountLayout />,
        children: [
          ...rowsOf('account'),
          { path: '/account', element: <Navigate to="/accountSet" replace /> },
        ],
      },
      {
        element: <AssetsLayout />,
        children: [
          ...rowsOf('assets'),
          { path: '/new_account', element: <Navigate to="/finance" replace /> },
        ],
      },
      ...gallery(),
      pageRoute(
        '*',
        { layout: 'main', title: 'error.noPageTitle' },
        async () => (await import('./pages/missing.tsx')).MissingPage,
      ),
    ],
  },
];

/** The handle of the page at this address; undefined for a redirect. */
export function handleAt(pathname: string): PageHandle | undefined {
  return matchRoutes(ROUTES, pathname)?.at(-1)?.route.handle as PageHandle | undefined;
}

function rowsOf(...layouts: readonly LayoutName[]): RouteObject[] {
  return ROWS.filter((row) => layouts.includes(row.layout)).flatMap((row) => {
    const prefix = PREFIXES[row.layout];
    return prefix === undefined
      ? [routeOf(row, row.path)]
      : [routeOf(row, row.path), routeOf(row, prefix + row.path)];
  });
}

/** Every component in all its states. Not in the production build. */
function gallery(): RouteObject[] {
  if (!import.meta.env.DEV) return [];
  return [
    pageRoute(
      '/gallery',
      { layout: 'main', title: undefined },
      withTexts('rest', async () => (await import('./gallery/gallery-page.tsx')).GalleryPage),
    ),
  ];
}

function routeOf(
  { layout, title, page, takesPair = false, isPrivate = false, texts = 'rest' }: Row,
  path: string,
): RouteObject {
  const leaf = pageRoute(
    takesPair ? `${path}/:pair?` : path,
    { layout, title },
    withTexts(texts, page),
  );
  return isPrivate ? { element: <LoginGate />, children: [leaf] } : leaf;
}

/** Fetches the page with its texts. */
function withTexts(
  part: TextPart,
  page: () => Promise<ComponentType>,
): () => Promise<ComponentType> {
  return async () => (await Promise.all([page(), fetchTexts(part)]))[0];
}

function pageRoute(
  path: string,
  about: Omit<PageHandle, 'fetch'>,
  page: () => Promise<ComponentType>,
): RouteObject {
  let fetched: Promise<{ default: ComponentType }> | undefined;
  const fetch = () => (fetched ??= fetchFresh(async () => ({ default: await page() })));
  const Page = lazy(fetch);
  const handle: PageHandle = { ...about, fetch };
  return { path, handle, element: <Page /> };
}
