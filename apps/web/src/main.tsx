import 'virtual:token-styles.css';
import './shared/styles/base.css';
import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.tsx';
import { fetchFresh } from './app/fetch-fresh.ts';
import { showFirstLanguage } from './app/first-language.ts';
import { adoptHashAddress } from './app/hash-address.ts';
import { showLastResort } from './app/last-resort.ts';
import { handleAt } from './app/routes.tsx';
import { refreshIdentity } from './features/auth/api.ts';
import { startAccountFeed } from './realtime/account-feed.ts';
import { startTickers } from './realtime/tickers.ts';
import { isWorthRetrying } from './shared/http/api-error.ts';
import { isLoggedIn } from './shared/session.ts';
import { showLook } from './shared/theme.ts';

const RETRIES = 2;

/** Starts the application: settings first, so that the first paint is already right. */
async function boot(place: HTMLElement): Promise<void> {
  adoptHashAddress();
  showLook();
  const retry = (failures: number, error: Error): boolean => failures < RETRIES && isWorthRetrying(error);
  const client = new QueryClient({ defaultOptions: { queries: { retry, networkMode: 'always' }, mutations: { networkMode: 'always' } } });
  // Begins to fetch the page while the texts are on their way.
  handleAt(location.pathname)?.fetch().catch(() => undefined);
  await fetchFresh(() => showFirstLanguage(client));
  startTickers();
  startAccountFeed(client);
  if (isLoggedIn()) refreshIdentity().catch(() => undefined);
  // React takes down a tree whose outermost boundary breaks.
  const root = createRoot(place, { onUncaughtError: () => setTimeout(() => showLastResort(place)) });
  root.render(
    <StrictMode>
      <Application client={client} />
    </StrictMode>,
  );
}

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no place for the application');
boot(place).catch(() => showLastResort(place));
