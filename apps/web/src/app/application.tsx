import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { BrowserRouter, useLocation, useRoutes } from 'react-router';
import { StepUp } from '../shared/step-up/step-up.tsx';
import { Toaster } from '../shared/ui/toaster.tsx';
import { PageContext } from './page-handle.ts';
import { handleAt, ROUTES } from './routes.tsx';
import { useSessionEnd } from './session-end.ts';

/** Providers and elements that all pages share. */
export function Application({ client }: { readonly client: QueryClient }) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
        <StepUp />
        <Toaster />
      </QueryClientProvider>
    </I18nProvider>
  );
}

function Pages() {
  useSessionEnd();
  const { pathname } = useLocation();
  return <PageContext value={handleAt(pathname)}>{useRoutes(ROUTES)}</PageContext>;
}
