import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { Toaster } from '../shared/ui/toaster.tsx';
import type { Router } from './routes.tsx';

/** Everything that all pages share. */
export function Application({ client, router }: { readonly client: QueryClient; readonly router: Router }) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </I18nProvider>
  );
}
