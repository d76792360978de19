import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { dateAndTime, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { LoginFirst } from '../../../shared/ui/login-first.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { closedQuery, POLL_MS, refreshTickets, runningQuery } from '../api.ts';
import { TONES, type Ticket } from '../model/ticket.ts';
import { Direction } from './direction.tsx';
import { ExportTickets } from './export-tickets.tsx';
import { NetFigure, Standing } from './standing.tsx';
import styles from './ticket-lists.module.css';
import { VerifyDialog } from './verify-dialog.tsx';

const LISTS = ['running', 'closed'] as const;

/** The own contracts: running ones with the time left, closed ones with their result. */
export function TicketLists() {
  const t = useTranslate();
  const [list, setList] = useState<(typeof LISTS)[number]>('running');
  const isLoggedIn = useSession((session) => session.token !== undefined);
  return (
    <section
      className={styles['panel']}
      aria-label={t('seconds.orders')}
      style={{ gridArea: 'orders' }}
    >
      <TabSet
        label={t('seconds.orders')}
        value={list}
        onChange={setList}
        tabs={LISTS.map((name) => ({ name, label: t(`seconds.${name}`) }))}
        tools={isLoggedIn && list === 'closed' && <ExportTickets />}
      >
        {LISTS.map((name) => (
          <TabContent key={name} name={name}>
            {!isLoggedIn && <LoginFirst message={t('seconds.loginFirst')} />}
            {isLoggedIn && name === 'running' && <RunningList />}
            {isLoggedIn && name === 'closed' && <ClosedList />}
          </TabContent>
        ))}
      </TabSet>
    </section>
  );
}

type Name =
  | 'pair'
  | 'direction'
  | 'amount'
  | 'open'
  | 'end'
  | 'left'
  | 'now'
  | 'result'
  | 'profit'
  | 'time'
  | 'verify';

/** Columns that both lists have. */
function useColumns(): (order: 'first' | 'money') => Column<Ticket, Name>[] {
  const t = useTranslate();
  const language = useLanguage();
  const price = useTicketPrice();
  return (which) =>
    which === 'first'
      ? [
          {
            name: 'pair',
            header: t('seconds.pair'),
            cell: ({ symbol, seconds }) => `${symbol} · ${t('seconds.length', { seconds })}`,
          },
          {
            name: 'direction',
            header: t('seconds.direction'),
            align: 'start',
            cell: ({ direction }) => <Direction isUp={direction === 'up'} />,
          },
        ]
      : [
          {
            name: 'amount',
            header: t('seconds.amount'),
            cell: ({ stake, currency }) => `${grouped(stake, language)} ${currency}`,
          },
          {
            name: 'open',
            header: t('seconds.openPrice'),
            cell: ({ market, openPrice, isRunning }) =>
              openPrice === '' && isRunning ? t('seconds.waiting') : price(market, openPrice),
          },
        ];
}

/** Finds the market of a ticket; undefined where it is no longer listed. */
function useMarketOf(): (id: number) => Market | undefined {
  const { data } = useQuery(marketsQuery);
  const markets = data?.flatMap((group) => group.markets);
  return (id) => markets?.find((market) => market.id === id);
}

/** Writes prices of a ticket's market; '' is none. */
function useTicketPrice(): (market: number, text: string) => string {
  const language = useLanguage();
  const marketOf = useMarketOf();
  return (market, text) =>
    text === '' ? MISSING : marketFigure(marketOf(market), 'price', text, language);
}

function RunningList() {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const columns = useColumns();
  const marketOf = useMarketOf();
  const isLive = useConnection(({ status }) => status === 'live');
  const { data, error, refetch } = useQuery({
    ...runningQuery,
    refetchInterval: isLive ? false : POLL_MS,
  });
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  // The event of its end may be late: then the list is fetched.
  const ended = (): void => void setTimeout(() => refreshTickets(client), POLL_MS);
  return (
    <DataTable
      label={t('seconds.running')}
      rows={data}
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={<Empty>{t('seconds.noneRunning')}</Empty>}
      columns={[
        ...columns('first'),
        {
          name: 'left',
          header: t('seconds.timeLeft'),
          cell: ({ dueAtMs, symbol }) => (
            <Countdown endMs={dueAtMs} label={t('seconds.ends', { pair: symbol })} onEnd={ended} />
          ),
        },
        {
          name: 'now',
          header: t('seconds.now'),
          cell: (ticket) => {
            const market = marketOf(ticket.market);
            return market === undefined ? MISSING : <Standing ticket={ticket} market={market} />;
          },
        },
        ...columns('money'),
        {
          name: 'profit',
          header: t('seconds.profit'),
          cell: ({ netProfit, currency }) => `${grouped(netProfit, language)} ${currency}`,
        },
      ]}
    />
  );
}

function ClosedList() {
  const t = useTranslate();
  const columns = useColumns();
  const price = useTicketPrice();
  const [verified, setVerified] = useState<Ticket>();
  const query = useInfiniteQuery(closedQuery);
  return (
    <>
      <PagedTable
        label={t('seconds.closed')}
        query={query}
        rows={query.data?.pages.flat()}
        rowKey={({ id }) => id}
        skeletonRows={2}
        empty={<Empty>{t('seconds.noneClosed')}</Empty>}
        columns={[
          ...columns('first'),
          {
            name: 'result',
            header: t('seconds.result'),
            align: 'start',
            cell: ({ result }) =>
              result !== '' && <Badge tone={TONES[result]}>{t(`seconds.result.${result}`)}</Badge>,
          },
          {
            name: 'profit',
            header: t('seconds.profitLoss'),
            cell: ({ netProfit, currency }) => <NetFigure net={netProfit} currency={currency} />,
          },
          ...columns('money'),
          {
            name: 'end',
            header: t('seconds.endPrice'),
            cell: ({ market, endPrice }) => price(market, endPrice),
          },
          {
            name: 'time',
            header: t('seconds.time'),
            cell: ({ openedAtMs }) => dateAndTime(openedAtMs),
          },
          {
            name: 'verify',
            isSticky: true,
            header: t('seconds.verify'),
            cell: (ticket) => (
              <Button isSmall look="text" onClick={() => setVerified(ticket)}>
                {t('seconds.verify')}
              </Button>
            ),
          },
        ]}
      />
      {verified !== undefined && (
        <VerifyDialog ticket={verified} onClose={() => setVerified(undefined)} />
      )}
    </>
  );
}
