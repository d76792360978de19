import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { fetchFresh } from './fetch-fresh.ts';
import { AccountLayout, AssetsLayout } from './inner-layouts.tsx';
import { LoginGate } from './login-gate.tsx';
import type { PageHandle } from './page-handle.ts';
import { PageFailure, PageSkeleton } from './problem-states.tsx';
import { PREFIXES, ROWS, type LayoutName, type Row } from './route-table.ts';
import { Shell } from './shell.tsx';

export type Router = ReturnType<typeof createRoutes>;

export function createRoutes() {
  return createBrowserRouter(routes());
}

/** The table of routes as the router takes it. */
export function routes(): RouteObject[] {
  const of = (...layouts: readonly LayoutName[]): RouteObject[] => ROWS.filter((row) => layouts.includes(row.layout)).flatMap(routesOf);
  return [
    {
      Component: Shell,
      ErrorBoundary: PageFailure,
      children: [
        { path: '/', element: <Navigate to="/dealCenter" replace /> },
        ...of('main', 'terminal', 'standalone'),
        { Component: AccountLayout, children: [...of('account'), { path: '/account', element: <Navigate to="/accountSet" replace /> }] },
        { Component: AssetsLayout, children: [...of('assets'), { path: '/new_account', element: <Navigate to="/finance" replace /> }] },
        ...gallery(),
        { path: '*', handle: handleOf('main', 'error.noPageTitle'), ...fetched(async () => (await import('./pages/missing.tsx')).MissingPage) },
      ],
    },
  ];
}

/** Every component in all its states. Not in the production build. */
function gallery(): RouteObject[] {
  if (!import.meta.env.DEV) return [];
  return [{ path: '/gallery', handle: handleOf('main', undefined), ...fetched(async () => (await import('./gallery/gallery-page.tsx')).GalleryPage) }];
}

function routesOf(row: Row): RouteObject[] {
  const prefix = PREFIXES[row.layout];
  return prefix === undefined ? [routeOf(row, row.path)] : [routeOf(row, row.path), routeOf(row, prefix + row.path)];
}

function routeOf({ layout, title, page, isPrivate = false }: Row, path: string): RouteObject {
  const leaf: RouteObject =
    typeof page === 'string'
      ? { path, handle: handleOf(layout, `feature.${page}`), ...fetched(async () => notOpen(page)) }
      : { path, handle: handleOf(layout, title), ...fetched(page) };
  return isPrivate ? { Component: LoginGate, children: [leaf] } : leaf;
}

async function notOpen(feature: Extract<Row['page'], string>) {
  const { NotOpenPage } = await import('./pages/not-open.tsx');
  return () => <NotOpenPage feature={feature} />;
}

function handleOf(layout: LayoutName, title: PageHandle['title']): PageHandle {
  return { layout, title };
}

function fetched(page: Extract<Row['page'], () => unknown>): Partial<RouteObject> {
  return { HydrateFallback: PageSkeleton, ErrorBoundary: PageFailure, lazy: async () => ({ Component: await fetchFresh(page) }) };
}
