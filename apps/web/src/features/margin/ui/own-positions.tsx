import { POSITIONS_PER_PAGE } from '@meridian/contract/margin/bounds';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import { directionOf, fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Pagination } from '../../../shared/ui/pagination.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { POLL_MS } from '../api.ts';
import { closeOrdersQuery, positionsQuery } from '../positions-api.ts';
import { waitingOf } from '../model/close-order.ts';
import { listedOf } from '../model/position-list.ts';
import type { ListName, MarginAccount, Position, PositionFilter } from '../model/position.ts';
import { isolatedRiskPercent, riskPercent } from '../model/risk.ts';
import type { Asked } from './asked.ts';
import { AskedDialog } from './lazy-asked-dialog.ts';
import { PositionActions } from './position-actions.tsx';
import { PositionCards } from './position-cards.tsx';
import { usePositionColumns } from './position-columns.tsx';
import styles from './positions.module.css';
import { RiskBar } from './risk-bar.tsx';

const MONEY_DECIMALS = 2;

interface OwnPositionsProps {
  readonly list: ListName;
  readonly filter: PositionFilter;
  /** Margin accounts of the socket's last event, with positions of all markets. */
  readonly live: readonly MarginAccount[] | undefined;
  readonly marketOf: (pair: Pair) => Market | undefined;
  /** Code of a quote currency. */
  readonly currencyOf: (quoteId: number) => string;
  readonly isPhone: boolean;
  readonly onTrade: () => void;
}

/** One of the lists, with the actions on its rows. */
export function OwnPositions(props: OwnPositionsProps) {
  const { list, live, marketOf, currencyOf, isPhone } = props;
  const t = useTranslate();
  const [asked, setAsked] = useState<Asked>();
  const { rows, error, retry, pages } = useRows(props);
  const isOpen = list === 'holding';
  const isEnded = list === 'closed' || list === 'revoked';
  const riskOf = (position: Position): string | undefined => {
    if (position.isIsolated) return isolatedRiskPercent(position);
    const account = live?.find(({ quoteId }) => quoteId === position.quoteId);
    return account && riskPercent(account);
  };
  const action = (position: Position): ReactNode => (
    <PositionActions isOpen={isOpen} position={position.closes ?? position} onAsk={setAsked} />
  );
  const columns = usePositionColumns({
    ...{ marketOf, list },
    ...(isOpen ? { riskOf } : {}),
    ...(isEnded ? {} : { action }),
  });
  if (rows === undefined && error !== null)
    return <Failure message={error.message} onRetry={retry} />;
  const way = (
    <Button isSmall onClick={props.onTrade}>
      {t('position.openFirst')}
    </Button>
  );
  const empty = <Empty action={isEnded ? undefined : way}>{t('position.empty')}</Empty>;
  const label = t(`margin.list.${list}`);
  return (
    <>
      {isOpen && live !== undefined && <Standings live={live} currencyOf={currencyOf} />}
      {isPhone ? (
        <Cards rows={rows} empty={empty}>
          {(shown) => (
            <PositionCards
              {...{ label, list, marketOf, riskOf, rows: shown }}
              {...(isEnded ? {} : { action })}
            />
          )}
        </Cards>
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={empty}
          skeletonRows={3}
          onRow={(row) => {
            const market = marketOf(row);
            if (market !== undefined) selectMarket(market);
          }}
          marksNew
        />
      )}
      {pages}
      {asked !== undefined && (
        <Suspense>
          <AskedDialog
            asked={asked}
            live={live}
            marketOf={marketOf}
            onDone={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function Cards({
  rows,
  empty,
  children,
}: {
  readonly rows: readonly Position[] | undefined;
  readonly empty: ReactNode;
  readonly children: (rows: readonly Position[]) => ReactNode;
}) {
  if (rows === undefined) return <Skeleton rows={3} height={64} />;
  return rows.length === 0 ? empty : children(rows);
}

/** The rows of a list: as the socket tells them, or page by page as they are asked for. */
function useRows({ list, filter, live }: OwnPositionsProps) {
  const [page, setPage] = useState(1);
  const isLive = useConnection(({ status }) => status === 'live');
  const { data, error, refetch } = useQuery({
    ...positionsQuery(list, filter, page),
    refetchInterval: isLive ? false : POLL_MS,
  });
  const { data: closes } = useQuery({
    ...closeOrdersQuery(filter),
    enabled: list === 'entrusted' && live === undefined,
    refetchInterval: isLive ? false : POLL_MS,
  });
  const fetched =
    data &&
    (list === 'entrusted'
      ? [...data.positions, ...(page === 1 ? (closes ?? []) : [])]
      : data.positions);
  // The event brings all open positions and waiting orders, at each price.
  const pushed =
    list === 'closed' || list === 'revoked'
      ? undefined
      : live &&
        listedOf(
          live.flatMap((account) => (list === 'holding' ? account.positions : waitingOf(account))),
          filter,
        );
  const pages = pushed === undefined && data !== undefined && (
    <Pagination
      page={page}
      pageCount={Math.ceil(data.total / POSITIONS_PER_PAGE)}
      onPage={setPage}
    />
  );
  return { rows: pushed ?? fetched, error, retry: () => void refetch(), pages };
}

/**
 * The standing of each account with open positions, and of the first account always. Margins of one
 * quote currency secure each other's positions, those of two currencies do not.
 */
function Standings({
  live,
  currencyOf,
}: {
  readonly live: readonly MarginAccount[];
  readonly currencyOf: OwnPositionsProps['currencyOf'];
}) {
  const t = useTranslate();
  const language = useLanguage();
  return live
    .filter(({ positions }, place) => positions.length > 0 || place === 0)
    .map((account) => {
      const { quoteId, equity, profits } = account;
      const currency = currencyOf(quoteId);
      const risk = riskPercent(account);
      return (
        <p key={quoteId} className={styles['standing']}>
          {risk !== undefined && (
            <span>
              {t('position.risk')} <RiskBar percent={risk} />
            </span>
          )}
          <span>
            {t('position.equity', {
              equity: fixed(equity, MONEY_DECIMALS, { language, rounding: 'down' }),
              currency,
            })}
          </span>
          <span className={directionOf(profits)}>
            {t('position.profitAll', {
              profit: fixed(profits, MONEY_DECIMALS, { language }),
              currency,
            })}
          </span>
        </p>
      );
    });
}
