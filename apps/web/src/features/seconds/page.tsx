import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { connection, useConnection } from '../../realtime/connection.ts';
import { useAddressedMarket } from '../../realtime/addressed-market.ts';
import { useIndexPrice } from '../../realtime/index-price.ts';
import { usePricedTitle } from '../../realtime/priced-title.ts';
import { marketsQuery } from '../../realtime/tickers.ts';
import type { OwnMark, OwnOnChart } from '../../shared/chart/own-on-chart.ts';
import { grouped } from '../../shared/figures.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { translate, useTranslate } from '../../shared/i18n/translate.ts';
import { marketFigure } from '../../shared/market/market-figures.ts';
import type { Market } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session.ts';
import {
  PhoneTicket,
  useSentClose,
  type PhoneTicketHandle,
} from '../../shared/ui/phone-ticket.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toasts.ts';
import { useNarrow } from '../../shared/ui/use-narrow.ts';
import { POLL_MS, refreshTickets, runningQuery, subscribeClosings } from './api.ts';
import type { Ticket } from './model/ticket.ts';
import styles from './page.module.css';
import { MarketStrip } from './ui/market-strip.tsx';
import { TicketLists } from './ui/ticket-lists.tsx';
import { TicketPanel } from './ui/ticket-panel.tsx';

/**
 * Below this width the form has no place beside the rest: it is a sheet. As in the style sheets.
 */
const PHONE_WIDTH = 900;

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
  const page = useRef<HTMLDivElement>(null);
  const isPhone = useNarrow(page, PHONE_WIDTH);
  return (
    <div className={styles['page']} ref={page}>
      {markets === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {markets === undefined && error === null && <Skeleton rows={16} height={32} />}
      {markets !== undefined && market === undefined && <Empty>{t('seconds.noMarkets')}</Empty>}
      {markets !== undefined && market !== undefined && (
        <Terminal {...{ markets, market, isPhone, chart, funding }} />
      )}
    </div>
  );
}

interface TerminalProps extends SecondsPageProps {
  readonly markets: readonly Market[];
  readonly market: Market;
  readonly isPhone: boolean;
}

function Terminal({ markets, market, isPhone, chart, funding }: TerminalProps) {
  const t = useTranslate();
  const own = useOwnOnChart(market);
  const ticket = useRef<PhoneTicketHandle>(null);
  const open = (): void => ticket.current?.open();
  const onSent = useSentClose(ticket, market.key);
  useClosings();
  usePricedTitle(market, t('seconds.pageTitle', { pair: market.symbol }));
  const form = <TicketPanel key={market.key} market={market} funding={funding} onSent={onSent} />;
  return (
    <>
      <div className={styles['grid']}>
        <MarketStrip markets={markets} market={market} />
        {chart(market, own)}
        {!isPhone && form}
        <TicketLists />
      </div>
      {isPhone && (
        <PhoneForm market={market} ref={ticket} onOpen={open}>
          <div className={styles['ticket']}>{form}</div>
        </PhoneForm>
      )}
    </>
  );
}

interface PhoneFormProps {
  readonly market: Market;
  readonly ref: Ref<PhoneTicketHandle>;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** The form as a sheet, with the index in its head: the sheet covers the chart and the figures. */
function PhoneForm({ market, ref, onOpen, children }: PhoneFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const index = useIndexPrice(market);
  return (
    <PhoneTicket
      ref={ref}
      title={market.symbol}
      price={
        <p className={styles['price']}>
          <span>{t('seconds.index')}</span> {marketFigure(market, 'price', index, language)}
        </p>
      }
      up={{ label: t('seconds.up'), onPress: onOpen }}
      down={{ label: t('seconds.down'), onPress: onOpen }}
    >
      {children}
    </PhoneTicket>
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
