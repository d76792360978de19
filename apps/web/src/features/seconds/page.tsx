import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { connection, useConnection } from '../../realtime/connection.ts';
import { useAddressedMarket } from '../../realtime/addressed-market.ts';
import { usePricedTitle } from '../../realtime/priced-title.ts';
import { marketsQuery } from '../../realtime/tickers.ts';
import type { OwnMark, OwnOnChart } from '../../shared/chart/own-on-chart.ts';
import { grouped } from '../../shared/figures.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { translate, useTranslate } from '../../shared/i18n/translate.ts';
import type { Market } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session.ts';
import { showToast } from '../../shared/ui/toasts.ts';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { POLL_MS, refreshTickets, runningQuery, subscribeClosings } from './api.ts';
import type { Ticket } from './model/ticket.ts';
import styles from './page.module.css';
import { MarketStrip } from './ui/market-strip.tsx';
import { TicketLists } from './ui/ticket-lists.tsx';
import { TicketPanel } from './ui/ticket-panel.tsx';

interface SecondsPageProps {
  readonly chart: (market: Market, own: OwnOnChart | undefined) => ReactNode;
  readonly funding: ReactNode;
}

/**
 * Seconds contracts: the markets that offer them, the chart of the index, the form, and the own
 * contracts.
 */
export function SecondsPage({ chart, funding }: SecondsPageProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(marketsQuery);
  const market = useAddressedMarket('/secondDealCenter', isOffered);
  const markets = data?.flatMap((group) => group.markets).filter(isOffered);
  return (
    <div className={styles['page']}>
      {markets === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {markets === undefined && error === null && <Skeleton rows={16} height={32} />}
      {markets !== undefined && market === undefined && <Empty>{t('seconds.noMarkets')}</Empty>}
      {markets !== undefined && market !== undefined && (
        <Terminal markets={markets} market={market} chart={chart} funding={funding} />
      )}
    </div>
  );
}

function Terminal({
  markets,
  market,
  chart,
  funding,
}: SecondsPageProps & { readonly markets: readonly Market[]; readonly market: Market }) {
  const t = useTranslate();
  const own = useOwnOnChart(market);
  useClosings();
  usePricedTitle(market, t('seconds.pageTitle', { pair: market.symbol }));
  return (
    <div className={styles['grid']}>
      <MarketStrip markets={markets} market={market} />
      {chart(market, own)}
      <TicketPanel key={market.key} market={market} funding={funding} />
      <TicketLists />
    </div>
  );
}

function isOffered({ hasSeconds }: Market): boolean {
  return hasSeconds;
}

/** The own running contracts of this market that have their open price. */
function useOwnOnChart(market: Market): OwnOnChart | undefined {
  const language = useLanguage();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const isLive = useConnection(({ status }) => status === 'live');
  const { data } = useQuery({
    ...runningQuery,
    enabled: isLoggedIn,
    refetchInterval: (query) =>
      !isLive || query.state.data?.some(({ openPrice }) => openPrice === '') === true
        ? POLL_MS
        : false,
  });
  const running = isLoggedIn ? data : undefined;
  return useMemo(() => {
    const marks = (running ?? [])
      .filter((ticket) => ticket.market === market.id && ticket.openPrice !== '')
      .map((ticket) => markOf(ticket, language));
    return marks.length === 0 ? undefined : { marks, fills: [] };
  }, [running, market.id, language]);
}

function markOf(ticket: Ticket, language: string): OwnMark {
  const { id, direction, openPrice, stake, currency, dueAtMs } = ticket;
  return {
    id: `ticket-${id}`,
    kind: 'ticket',
    side: direction === 'up' ? 'buy' : 'sell',
    price: openPrice,
    quantity: `${grouped(stake, language)} ${currency}`,
    endMs: dueAtMs,
  };
}

/** Says how an own contract ended, and shows it among the closed ones. */
function useClosings(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ends = [
      subscribeClosings(({ result, symbol: pair, netProfit, stake, currency }) => {
        const language = useLanguage.getState();
        const amount = (plain: string): string => grouped(plain.replace('-', ''), language);
        if (result === 'won')
          showToast(
            'success',
            translate('seconds.toast.won', { pair, profit: amount(netProfit), currency }),
          );
        else if (result === 'lost')
          showToast(
            'info',
            translate('seconds.toast.lost', { pair, profit: amount(netProfit), currency }),
          );
        else
          showToast(
            'info',
            translate('seconds.toast.returned', { pair, profit: amount(stake), currency }),
          );
        refreshTickets(client);
      }),
      connection().onConnect(() => refreshTickets(client)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}
