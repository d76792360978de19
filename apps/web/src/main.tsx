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
import { refreshIdentity } from './features/account/login-api.ts';
import { startAccountFeed } from './realtime/account-feed.ts';
import { startMarketRules } from './realtime/market-rules.ts';
import { marketsQuery, startTickers } from './realtime/tickers.ts';
import { isWorthRetrying } from '@meridian/contract/client/api-error';
import { dropSession, isLoggedIn, useSession } from './shared/session.ts';
import { showLook } from './shared/theme.ts';

const RETRIES = 2;

/** Starts the application: settings first, so that the first paint is already right. */
async function boot(place: HTMLElement): Promise<void> {
  adoptHashAddress();
  showLook();
  const retry = (failures: number, error: Error): boolean =>
    failures < RETRIES && isWorthRetrying(error);
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  startTickers();
  startMarketRules(client);
  // Begins to fetch the page, and the markets that a terminal waits for, while the texts are on
  // their way.
  const page = handleAt(location.pathname);
  page?.fetch().catch(() => undefined);
  if (page?.layout === 'terminal') void client.prefetchQuery(marketsQuery);
  await fetchFresh(() => showFirstLanguage(client));
  startAccountFeed(client);
  followMessages(client);
  if (isLoggedIn())
    refreshIdentity().catch(() => {
      // A token that an older page stored without its person: money would be moved without a name.
      if (useSession.getState().userId === undefined) dropSession();
    });
  // React takes down a tree whose outermost boundary breaks.
  const root = createRoot(place, {
    onUncaughtError: () => setTimeout(() => showLastResort(place)),
  });
  root.render(
    <StrictMode>
      <Application client={client} />
    </StrictMode>,
  );
}

/** Messages are for customers: a visitor does not fetch the code of their feeds. */
function followMessages(client: QueryClient): void {
  const start = async (isNewLogin: boolean): Promise<void> => {
    const fetchFeeds = () =>
      Promise.all([import('./realtime/messages.ts'), import('./features/p2p/chat-feed.ts')]);
    const [{ startMessageFeed }, { startChatFeed }] = await fetchFresh(fetchFeeds);
    startMessageFeed(client, isNewLogin);
    startChatFeed();
  };
  // Without them the page works; the next page load tries again.
  if (isLoggedIn()) return void start(false).catch(() => undefined);
  const stop = useSession.subscribe(({ token }) => {
    if (token === undefined) return;
    stop();
    start(true).catch(() => undefined);
  });
}

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no place for the application');
boot(place).catch(() => showLastResort(place));
