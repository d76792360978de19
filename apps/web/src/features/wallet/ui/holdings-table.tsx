import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { directionOf, fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { CoinIcon } from '../../../shared/ui/coin-icon.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import type { Sort } from '../../../shared/ui/sort.ts';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { hide, useHidden } from '../hidden.ts';
import {
  partsOf,
  sortedHoldings,
  withoutSmall,
  type Holding,
  type HoldingColumn,
} from '../model/wallets.ts';
import { Hidable } from './hidable.tsx';
import styles from './holdings-table.module.css';

interface HoldingsTableProps {
  readonly title: string;
  /** Undefined while they are on their way. */
  readonly holdings: readonly Holding[] | undefined;
  readonly failure: Error | null;
  readonly onRetry: () => void;
  /** The page of a coin; undefined where it has none. */
  readonly pathOf?: (holding: Holding) => string;
  /** At the end of each row. */
  readonly actions?: (holding: Holding) => ReactNode;
  readonly skeletonRows: number;
}

/** Coins with their available amount, their held amount and their worth. */
export function HoldingsTable({
  title,
  holdings,
  failure,
  onRetry,
  pathOf,
  actions,
  skeletonRows,
}: HoldingsTableProps) {
  const t = useTranslate();
  const hidesSmall = useHidden(({ small }) => small);
  const [sort, setSort] = useState<Sort<HoldingColumn> | undefined>();
  const columns = useColumns({ pathOf, actions, parts: partsOf(holdings ?? []) });
  const shown = holdings && sortedHoldings(hidesSmall ? withoutSmall(holdings) : holdings, sort);
  const showAll = (
    <Button isSmall onClick={() => hide('small', false)}>
      {t('wallet.showSmall')}
    </Button>
  );
  return (
    <Card
      title={title}
      tools={
        <Switch
          label={t('wallet.hideSmall')}
          isOn={hidesSmall}
          onChange={(isOn) => hide('small', isOn)}
        />
      }
    >
      {holdings === undefined && failure !== null ? (
        <Failure message={failure.message} onRetry={onRetry} />
      ) : (
        <div className={styles['table']}>
          <DataTable
            label={title}
            size="roomy"
            columns={columns}
            rows={shown}
            rowKey={({ currency }) => currency}
            sort={sort}
            onSort={(next) => setSort(next as Sort<HoldingColumn> | undefined)}
            skeletonRows={skeletonRows}
            empty={
              hidesSmall && holdings?.length !== 0 ? (
                <Empty action={showAll}>{t('wallet.allSmall')}</Empty>
              ) : (
                <Empty>{t('wallet.noCoins')}</Empty>
              )
            }
          />
        </div>
      )}
    </Card>
  );
}

const PART_HEADERS = {
  profits: 'wallet.openProfit',
  savings: 'wallet.savings',
  debt: 'wallet.debt',
} as const;

function profitText({ profits, decimals }: Holding, language: string): ReactNode {
  return (
    <span className={directionOf(profits)}>
      {fixed(profits, decimals, { language, rounding: 'down' })}
    </span>
  );
}

interface ColumnsOf {
  readonly pathOf: HoldingsTableProps['pathOf'] | undefined;
  readonly actions: HoldingsTableProps['actions'] | undefined;
  /** Columns that are shown only where some holding has such a part. */
  readonly parts: ReturnType<typeof partsOf>;
}

function useColumns({ pathOf, actions, parts }: ColumnsOf): readonly Column<Holding>[] {
  const t = useTranslate();
  const language = useLanguage();
  const columns: Column<Holding>[] = [
    {
      name: 'coin',
      header: t('wallet.coin'),
      sort: 'ascending',
      cell: (holding) => (
        <span className={styles['coin']}>
          <CoinIcon code={holding.code} logo={holding.logo} />
          {pathOf === undefined ? (
            <span>{holding.code}</span>
          ) : (
            <Link to={pathOf(holding)}>{holding.code}</Link>
          )}
        </span>
      ),
    },
    {
      name: 'available',
      header: t('wallet.available'),
      sort: 'descending',
      cell: ({ available, decimals }) => (
        <Hidable>{fixed(available, decimals, { language, rounding: 'down' })}</Hidable>
      ),
    },
    {
      name: 'held',
      header: t('wallet.held'),
      sort: 'descending',
      cell: ({ held, decimals }) => (
        <Hidable>{fixed(held, decimals, { language, rounding: 'down' })}</Hidable>
      ),
    },
    {
      name: 'worth',
      header: t('wallet.worth'),
      sort: 'descending',
      cell: ({ worth }) => <Hidable>{fixed(worth, 2, { language, rounding: 'down' })}</Hidable>,
    },
  ];
  for (const part of parts)
    columns.splice(-1, 0, {
      name: part,
      header: t(PART_HEADERS[part]),
      cell: (holding) => (
        <Hidable>
          {part === 'profits'
            ? profitText(holding, language)
            : fixed(holding[part], holding.decimals, { language, rounding: 'down' })}
        </Hidable>
      ),
    });
  if (actions !== undefined)
    columns.push({
      name: 'actions',
      header: t('wallet.actions'),
      isSticky: true,
      cell: (holding) => <span className={styles['actions']}>{actions(holding)}</span>,
    });
  return columns;
}
