import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { serverNowMs } from '../../../shared/server-clock.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { beginOf, PERIODS, type OrderFilter, type Period } from '../model/order-filter.ts';
import type { Side } from '../model/trade-inputs.ts';
import { ExportDeals, ExportOrders } from './export-orders.tsx';
import styles from './orders-page.module.css';
import { FinishedDeals, FinishedOrders } from './finished-orders.tsx';
import { OpenOrders } from './open-orders.tsx';
import { RevokeOrders } from './revoke-orders.tsx';

const LISTS = { current: OpenOrders, history: FinishedOrders, deals: FinishedDeals } as const;
type ListName = keyof typeof LISTS;
const LIST_NAMES = Object.keys(LISTS) as ListName[];
/** The tool of each list: the revocation of its orders, or their export. */
const TOOLS: Readonly<
  Record<
    ListName,
    (listed: { readonly filter: OrderFilter; readonly pair: string | undefined }) => ReactNode
  >
> = {
  current: ({ filter, pair }) => <RevokeOrders filter={filter} pair={pair} />,
  history: ({ filter }) => <ExportOrders filter={filter} />,
  deals: ({ filter }) => <ExportDeals filter={filter} />,
};
const SIDES = ['both', 'buy', 'sell'] as const;

/**
 * Own orders of all markets: those that rest, those that have ended, and their trades.
 * @param isAlone without a menu beside it
 */
export function OrdersPage({ isAlone = false }: { readonly isAlone?: boolean }) {
  const t = useTranslate();
  const [list, setList] = useState<ListName>('current');
  const { filter, pair, fields } = useFilter();
  const way = (
    <ButtonLink to="/dealCenter" isSmall>
      {t('orders.placeFirst')}
    </ButtonLink>
  );
  return (
    <div className={styles['page']} data-alone={isAlone || undefined}>
      <h1>{t('feature.orders')}</h1>
      <section className={styles['panel']} aria-label={t('orders.title')}>
        {fields}
        <TabSet
          label={t('orders.title')}
          value={list}
          onChange={setList}
          tabs={LIST_NAMES.map((name) => ({ name, label: t(`orders.${name}`) }))}
          tools={TOOLS[list]({ filter, pair })}
        >
          {LIST_NAMES.map((name) => {
            const List = LISTS[name];
            return (
              <TabContent key={name} name={name}>
                {name === list && (
                  <List key={JSON.stringify(filter)} filter={filter} empty={way} size="roomy" />
                )}
              </TabContent>
            );
          })}
        </TabSet>
      </section>
    </div>
  );
}

/** The filter by market, side and time, with the fields that choose them. */
function useFilter() {
  const t = useTranslate();
  const { data } = useQuery(marketsQuery);
  const markets = data?.flatMap((group) => group.markets) ?? [];
  const [key, setKey] = useState('');
  const [side, setSide] = useState<Side | 'both'>('both');
  // The period begins at the moment of choice: if it moved with the clock, each time would give
  // another list.
  const [period, setPeriod] = useState<{ name: Period; from: number | undefined }>({
    name: 'all',
    from: undefined,
  });
  const market = markets.find((one) => one.key === key);
  const filter: OrderFilter = {
    ...(market === undefined ? {} : { baseId: market.baseId, quoteId: market.quoteId }),
    ...(side === 'both' ? {} : { side }),
    ...(period.from === undefined ? {} : { from: period.from }),
  };
  const choosePeriod = (name: Period): void =>
    setPeriod({ name, from: beginOf(name, serverNowMs()) });
  const fields = (
    <div className={styles['filters']}>
      <SelectField
        label={t('orders.pair')}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        options={[
          { value: '', label: t('orders.allPairs') },
          ...markets.map((one) => ({ value: one.key, label: one.symbol })),
        ]}
      />
      <SelectField
        label={t('orders.direction')}
        value={side}
        onChange={(event) => setSide(event.target.value as Side | 'both')}
        options={SIDES.map((value) => ({ value, label: t(`orders.side.${value}`) }))}
      />
      <SelectField
        label={t('orders.period')}
        value={period.name}
        onChange={(event) => choosePeriod(event.target.value as Period)}
        options={PERIODS.map((value) => ({ value, label: t(`orders.period.${value}`) }))}
      />
    </div>
  );
  return { filter, pair: market?.symbol, fields };
}
