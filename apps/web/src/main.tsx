import 'virtual:token-styles.css';
import './shared/styles/base.css';
import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.tsx';
import { adoptHashAddress } from './app/hash-address.ts';
import { createRoutes } from './app/routes.tsx';
import { followSessionEnd } from './app/session-end.ts';
import { refreshIdentity } from './features/auth/api.ts';
import { startAccountFeed } from './realtime/account-feed.ts';
import { startTickers } from './realtime/tickers.ts';
import { activateLanguage } from './shared/i18n/language.ts';
import { isLoggedIn } from './shared/session.ts';
import { showLook } from './shared/theme.ts';

const RETRIES = 2;

/** Starts the application: settings first, so that the first paint is already right. */
async function boot(): Promise<void> {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no place for the application');
  adoptHashAddress();
  showLook();
  await activateLanguage();
  const client = new QueryClient({ defaultOptions: { queries: { retry: RETRIES, networkMode: 'always' }, mutations: { networkMode: 'always' } } });
  const router = createRoutes();
  followSessionEnd(router, client);
  startTickers();
  startAccountFeed(client);
  if (isLoggedIn()) refreshIdentity().catch(() => undefined);
  createRoot(place).render(
    <StrictMode>
      <Application client={client} router={router} />
    </StrictMode>,
  );
}

void boot();
