import type { MicroOrder } from '@meridian/contract/seconds/calls';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useConnection } from '../../../realtime/connection.ts';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { dateAndTime, directionOf, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import { useSession } from '../../../shared/session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { closedQuery, POLL_MS, refreshTickets, runningQuery } from '../api.ts';
import { Direction } from './direction.tsx';
import { ExportTickets } from './export-tickets.tsx';
import styles from './ticket-lists.module.css';
import { VerifyDialog } from './verify-dialog.tsx';

const LISTS = ['running', 'closed'] as const;
const TONES = { won: 'success', lost: 'danger', drawn: 'neutral', void: 'neutral' } as const;

/**
 * The own contracts: those that run, with the time left, and those that are over, with how they
 * ended.
 */
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
            {!isLoggedIn && <LoginFirst />}
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
  | 'result'
  | 'profit'
  | 'time'
  | 'verify';

/** What both lists show. */
function useColumns(): (order: 'first' | 'money') => Column<MicroOrder, Name>[] {
  const t = useTranslate();
  const language = useLanguage();
  const price = useTicketPrice();
  return (which) =>
    which === 'first'
      ? [
          {
            name: 'pair',
            header: t('seconds.pair'),
            cell: ({ symbol_name, seconds }) =>
              `${symbol_name} · ${t('seconds.length', { seconds })}`,
          },
          {
            name: 'direction',
            header: t('seconds.direction'),
            align: 'start',
            cell: ({ type }) => <Direction isUp={type === 1} />,
          },
        ]
      : [
          {
            name: 'amount',
            header: t('seconds.amount'),
            cell: ({ number, currency_name }) => `${grouped(number, language)} ${currency_name}`,
          },
          {
            name: 'open',
            header: t('seconds.openPrice'),
            cell: ({ match_id, open_price, status }) =>
              open_price === '' && status === 1
                ? t('seconds.waiting')
                : price(match_id, open_price),
          },
        ];
}

/** Writes prices of a ticket's market; '' is none. */
function useTicketPrice(): (market: number, text: string) => string {
  const language = useLanguage();
  const { data } = useQuery(marketsQuery);
  const markets = data?.flatMap((group) => group.markets);
  return (market, text) =>
    text === ''
      ? MISSING
      : marketFigure(
          markets?.find(({ id }) => id === market),
          'price',
          text,
          language,
        );
}

function RunningList() {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const columns = useColumns();
  const isLive = useConnection(({ status }) => status === 'live');
  const { data, error, refetch } = useQuery({
    ...runningQuery,
    refetchInterval: isLive ? false : POLL_MS,
  });
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  // The word of its end may be late: then the list is asked.
  const ended = (): void => void setTimeout(() => refreshTickets(client), POLL_MS);
  return (
    <DataTable
      label={t('seconds.running')}
      rows={data?.data}
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={<Empty>{t('seconds.noneRunning')}</Empty>}
      columns={[
        ...columns('first'),
        {
          name: 'left',
          header: t('seconds.timeLeft'),
          cell: ({ end_time_ms, symbol_name }) => (
            <Countdown
              endMs={end_time_ms}
              label={t('seconds.ends', { pair: symbol_name })}
              onEnd={ended}
            />
          ),
        },
        ...columns('money'),
        {
          name: 'profit',
          header: t('seconds.profit'),
          cell: ({ net_profits, currency_name }) =>
            `${grouped(net_profits, language)} ${currency_name}`,
        },
      ]}
    />
  );
}

function ClosedList() {
  const t = useTranslate();
  const language = useLanguage();
  const columns = useColumns();
  const price = useTicketPrice();
  const [verified, setVerified] = useState<MicroOrder>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(closedQuery);
  const rows = data?.pages.flatMap((page) => page.data);
  const { shown, hasMore, showMore } = useShownRows(rows ?? [], { hasNextPage, fetchNextPage });
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        label={t('seconds.closed')}
        rows={rows && shown}
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
            cell: ({ net_profits, currency_name }) => (
              <span
                className={directionOf(net_profits)}
              >{`${directionOf(net_profits) === 'up' ? '+' : ''}${grouped(net_profits, language)} ${currency_name}`}</span>
            ),
          },
          ...columns('money'),
          {
            name: 'end',
            header: t('seconds.endPrice'),
            cell: ({ match_id, end_price }) => price(match_id, end_price),
          },
          {
            name: 'time',
            header: t('seconds.time'),
            cell: ({ create_time_ms }) => dateAndTime(create_time_ms),
          },
          {
            name: 'verify',
            isSticky: true,
            header: t('seconds.verify'),
            cell: (order) => (
              <Button isSmall look="text" onClick={() => setVerified(order)}>
                {t('seconds.verify')}
              </Button>
            ),
          },
        ]}
      />
      {hasMore && <LoadMore isBusy={isFetchingNextPage} onClick={showMore} />}
      {verified !== undefined && (
        <VerifyDialog order={verified} onClose={() => setVerified(undefined)} />
      )}
    </>
  );
}

function LoginFirst() {
  const t = useTranslate();
  const { pathname } = useLocation();
  return (
    <Empty
      action={
        <Link to="/components/login" state={{ from: pathname }}>
          {t('auth.login')}
        </Link>
      }
    >
      {t('seconds.loginFirst')}
    </Empty>
  );
}
