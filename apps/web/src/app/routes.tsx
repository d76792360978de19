import { createBrowserRouter, redirect } from 'react-router';
import { DealCenterPage } from './pages/deal-center.tsx';
import { MissingPage, PageFailure } from './pages/problem-pages.tsx';
import { MainLayout } from './main-layout.tsx';

export type Router = ReturnType<typeof createRoutes>;

/** All addresses of the application. Trading comes with the first load, other pages when they are visited. */
export function createRoutes() {
  return createBrowserRouter([
    {
      path: '/',
      Component: MainLayout,
      ErrorBoundary: PageFailure,
      HydrateFallback: () => null,
      children: [
        { index: true, loader: () => redirect('/dealCenter') },
        { path: 'dealCenter', Component: DealCenterPage },
        { path: 'components/login', lazy: async () => ({ Component: (await import('./pages/login.tsx')).LoginRoute }) },
        { path: 'components/register', lazy: async () => ({ Component: (await import('./pages/register.tsx')).RegisterRoute }) },
        { path: 'demo/outbox', lazy: async () => ({ Component: (await import('../features/demo/ui/outbox-page.tsx')).OutboxPage }) },
        { path: '*', Component: MissingPage },
      ],
    },
  ]);
}
