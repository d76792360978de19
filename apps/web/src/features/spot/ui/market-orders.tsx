import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ListFilter } from '../../../shared/ui/list-filter.tsx';
import { LoginFirst } from '../../../shared/ui/login-first.tsx';
import { Skeleton } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { openOrdersQuery } from '../orders-api.ts';
import type { Side } from '../model/trade-inputs.ts';
import type { OrderFilter } from '../model/order-filter.ts';
import styles from './market-orders.module.css';
import type { OrderList } from './own-orders.tsx';

const OwnOrders = lazy(async () => ({ default: (await import('./own-orders.tsx')).OwnOrders }));
const RevokeOrders = lazy(async () => ({
  default: (await import('./revoke-orders.tsx')).RevokeOrders,
}));

const LISTS = ['current', 'history', 'deals'] as const satisfies readonly OrderList[];
const TABS = [...LISTS, 'assets', 'info'] as const;
type Tab = (typeof TABS)[number];
const SIDES = ['buy', 'sell'] as const satisfies readonly Side[];
const ALL: OrderFilter = {};

interface MarketOrdersProps {
  readonly market: Market;
  /** The way to a first order. */
  readonly onTrade: () => void;
  /** Own coins. */
  readonly assets: ReactNode;
  /** About the market, where the page has no panel for it. */
  readonly info: ReactNode;
}

/**
 * Own orders of all markets and both sides: current ones, those that have ended, and the deals
 * made; a filter leaves the others out. Beside them, own coins and facts of the market.
 */
export function MarketOrders({ market, onTrade, assets, info }: MarketOrdersProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<Tab>('current');
  const [side, setSide] = useState<Side | 'both'>('both');
  const [isPairOnly, setPairOnly] = useState(false);
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const count = useOpenCount(isLoggedIn);
  const filter: OrderFilter = {
    ...(isPairOnly ? { baseId: market.baseId, quoteId: market.quoteId } : ALL),
    ...(side === 'both' ? ALL : { side }),
  };
  const tabs = TABS.filter((name) => name !== 'info' || info !== undefined);
  const tab = tabs.find((name) => name === chosen) ?? 'current';
  const list = LISTS.find((name) => name === tab);
  const label = (name: Tab): string =>
    name === 'current' && count !== undefined && count > 0
      ? t('orders.counted', { name: t('orders.current'), count })
      : t(`orders.${name}`);
  const way = (
    <Button isSmall onClick={onTrade}>
      {t('orders.placeFirst')}
    </Button>
  );
  return (
    <section
      className={styles['panel']}
      aria-label={t('orders.title')}
      style={{ gridArea: 'orders' }}
      data-area="orders"
    >
      <TabSet
        label={t('orders.title')}
        value={tab}
        onChange={setChosen}
        tabs={tabs.map((name) => ({ name, label: label(name) }))}
        tools={
          isLoggedIn &&
          list !== undefined && (
            <ListTools
              market={market}
              list={list}
              count={count}
              filter={{ isPairOnly, side }}
              revokes={filter}
              onPairOnly={setPairOnly}
              onSide={setSide}
            />
          )
        }
      >
        {LISTS.map((name) => (
          <TabContent key={name} name={name}>
            {!isLoggedIn && <LoginFirst message={t('orders.loginFirst')} />}
            {isLoggedIn && (
              <Suspense fallback={<Skeleton rows={3} height={32} />}>
                <OwnOrders list={name} filter={filter} empty={way} />
              </Suspense>
            )}
          </TabContent>
        ))}
        <TabContent name="assets">
          {!isLoggedIn && <LoginFirst message={t('orders.loginFirst')} />}
          {isLoggedIn && tab === 'assets' && assets}
        </TabContent>
        {info !== undefined && <TabContent name="info">{tab === 'info' && info}</TabContent>}
      </TabSet>
    </section>
  );
}

interface ListToolsProps {
  readonly market: Market;
  readonly list: OrderList;
  /** Open orders in all. */
  readonly count: number | undefined;
  readonly filter: { readonly isPairOnly: boolean; readonly side: Side | 'both' };
  /** The same filter, as the call that revokes takes it. */
  readonly revokes: OrderFilter;
  readonly onPairOnly: (isPairOnly: boolean) => void;
  readonly onSide: (side: Side | 'both') => void;
}

/** The filter of a list, and the button that revokes the listed orders. */
function ListTools({ market, list, count, filter, revokes, onPairOnly, onSide }: ListToolsProps) {
  const t = useTranslate();
  const { isPairOnly, side } = filter;
  return (
    <span className={styles['tools']}>
      <ListFilter
        isPairOnly={isPairOnly}
        onPairOnly={onPairOnly}
        side={side}
        onSide={onSide}
        sides={SIDES.map((name) => ({ name, label: t(`orders.side.${name}`) }))}
      />
      {list === 'current' && (
        <Revoke
          filter={revokes}
          pair={isPairOnly ? market.symbol : undefined}
          isDisabled={count === undefined || count === 0}
        />
      )}
    </span>
  );
}

/** Fetched for users with an account: a visitor revokes nothing. */
function Revoke(props: ComponentProps<typeof RevokeOrders>) {
  const t = useTranslate();
  const waiting = (
    <Button isSmall disabled>
      {t('orders.revokeAll')}
    </Button>
  );
  return (
    <Suspense fallback={waiting}>
      <RevokeOrders {...props} />
    </Suspense>
  );
}

/** The number of all open orders, independent of the filter. */
function useOpenCount(isLoggedIn: boolean): number | undefined {
  const { data } = useInfiniteQuery({
    ...openOrdersQuery(ALL),
    enabled: isLoggedIn,
    select: ({ pages }) => pages[0]?.total,
  });
  return data;
}
