import { useState } from 'react';
import { figure } from '../../shared/figures.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { Button } from '../../shared/ui/button.tsx';
import { DataTable, type Column } from '../../shared/ui/data-table.tsx';
import { PercentText, PriceText } from '../../shared/ui/live-figures.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import type { Sort } from '../../shared/ui/sort.ts';
import { StalePanel } from '../../shared/ui/stale-panel.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import styles from './panels.module.css';
import { Frame, Sample } from './sample.tsx';

interface Quotation {
  readonly pair: string;
  readonly price: string;
  readonly change: string;
  readonly volume: string;
}

const ROWS: readonly Quotation[] = [
  { pair: 'BTC/USDT', price: '67012.34', change: '2.5', volume: '1234567.891' },
  { pair: 'ETH/USDT', price: '3512.2', change: '-1.04', volume: '98765.4' },
  { pair: 'XRP/USDT', price: '0.5223', change: '0', volume: '45678901.2' },
];
const COLUMNS: readonly Column<Quotation, keyof Quotation>[] = [
  { name: 'pair', header: 'Pair', sort: 'ascending', cell: ({ pair }) => pair },
  {
    name: 'price',
    header: 'Last price',
    sort: 'descending',
    cell: ({ price }) => <PriceText value={price} decimals={4} />,
  },
  {
    name: 'change',
    header: 'Change',
    sort: 'descending',
    cell: ({ change }) => <PercentText value={change} />,
  },
  {
    name: 'volume',
    header: '24h volume',
    isMinor: true,
    cell: ({ volume }) => <Volume of={volume} />,
  },
];
const nothing = (): void => undefined;

function Volume({ of }: { readonly of: string }) {
  return figure(of, 'volume', useLanguage());
}

export function TableBlock() {
  const [sort, setSort] = useState<Sort<keyof Quotation> | undefined>({
    name: 'price',
    isDescending: true,
  });
  const [taken, setTaken] = useState('ETH/USDT');
  const shared = {
    label: 'Markets',
    columns: COLUMNS,
    rowKey: ({ pair }: Quotation) => pair,
    empty: <Empty>{'No pair matches your search.'}</Empty>,
    skeletonRows: 3,
  };
  return (
    <>
      <Sample name="Dense, sortable, rows to press" isStacked>
        <DataTable
          {...shared}
          rows={ROWS}
          sort={sort}
          onSort={setSort}
          onRow={({ pair }) => setTaken(pair)}
          isTaken={({ pair }) => pair === taken}
        />
      </Sample>
      <Sample name="Roomy" isStacked>
        <DataTable {...shared} rows={ROWS} size="roomy" />
      </Sample>
      <Sample name="On its way; nothing in it; failed" isStacked>
        <DataTable {...shared} rows={undefined} />
        <DataTable {...shared} rows={[]} />
        <DataTable {...shared} rows={[]} empty={<Failure onRetry={nothing} />} />
      </Sample>
      <Sample name="Narrow: cards, columns, cards on their way" isStacked>
        <Frame width={320}>
          <DataTable {...shared} rows={ROWS} />
        </Frame>
        <Frame width={320}>
          <DataTable
            {...shared}
            rows={ROWS}
            narrow="columns"
            size="roomy"
            sort={sort}
            onSort={setSort}
            onRow={nothing}
          />
        </Frame>
        <Frame width={320}>
          <DataTable {...shared} rows={undefined} skeletonRows={2} />
        </Frame>
      </Sample>
    </>
  );
}

export function StateBlock() {
  return (
    <div className={styles['grid']}>
      <Panel title="Loading">
        <Skeleton rows={6} />
      </Panel>
      <Panel
        title="Empty"
        tools={
          <Button isSmall look="text">
            {'All'}
          </Button>
        }
      >
        <Empty action={<Button isSmall>{'Place your first order'}</Button>}>
          {'No open orders.'}
        </Empty>
      </Panel>
      <Panel title="Error">
        <Failure
          message="The server cannot be reached. Please check your connection."
          onRetry={nothing}
        />
      </Panel>
      <Panel title="Stale">
        <StalePanel status="stale" sinceMs={Number.POSITIVE_INFINITY}>
          <div className={styles['figures']}>
            <PriceText value="67012.34" decimals={4} direction="up" hasArrow />
            <PercentText value="2.5" />
            <p>{'What was live a moment ago'}</p>
          </div>
        </StalePanel>
      </Panel>
      <Panel title="Logged out">
        <Empty action={<a href="#states">{'Log in'}</a>}>{'Log in to see your orders.'}</Empty>
      </Panel>
    </div>
  );
}
