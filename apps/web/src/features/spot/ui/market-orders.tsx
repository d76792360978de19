import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ListFilter } from '../../../shared/ui/list-filter.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { openOrdersQuery } from '../orders-api.ts';
import type { OrderSide } from '../model/order.ts';
import type { OrderFilter } from '../model/order-filter.ts';
import { FinishedDeals, FinishedOrders } from './finished-orders.tsx';
import { OpenOrders } from './open-orders.tsx';
import { RevokeOrders } from './revoke-orders.tsx';
import styles from './market-orders.module.css';

const LISTS = ['current', 'history', 'deals'] as const;
type ListName = (typeof LISTS)[number];
const SIDES = ['buy', 'sell'] as const satisfies readonly OrderSide[];
const ALL: OrderFilter = {};

interface MarketOrdersProps {
  readonly market: Market;
  /** The way to a first order. */
  readonly onTrade: () => void;
}

/**
 * Own orders of all markets and both sides: current ones, those that have ended, and the deals
 * made. A filter leaves the others out.
 */
export function MarketOrders({ market, onTrade }: MarketOrdersProps) {
  const t = useTranslate();
  const [list, setList] = useState<ListName>('current');
  const [side, setSide] = useState<OrderSide | 'both'>('both');
  const [isPairOnly, setPairOnly] = useState(false);
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const count = useOpenCount(isLoggedIn);
  const filter: OrderFilter = {
    ...(isPairOnly ? { baseId: market.baseId, quoteId: market.quoteId } : ALL),
    ...(side === 'both' ? ALL : { side }),
  };
  const label = (name: ListName): string =>
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
        value={list}
        onChange={setList}
        tabs={LISTS.map((name) => ({ name, label: label(name) }))}
        tools={
          isLoggedIn && (
            <span className={styles['tools']}>
              <ListFilter
                isPairOnly={isPairOnly}
                onPairOnly={setPairOnly}
                side={side}
                onSide={setSide}
                sides={SIDES.map((name) => ({ name, label: t(`orders.side.${name}`) }))}
              />
              {list === 'current' && (
                <RevokeOrders
                  filter={filter}
                  pair={isPairOnly ? market.symbol : undefined}
                  isDisabled={count === undefined || count === 0}
                />
              )}
            </span>
          )
        }
      >
        {LISTS.map((name) => (
          <TabContent key={name} name={name}>
            {!isLoggedIn && <LoginFirst />}
            {isLoggedIn && <OwnOrders list={name} filter={filter} empty={way} />}
          </TabContent>
        ))}
      </TabSet>
    </section>
  );
}

/** All that is open is counted, whatever of it is listed. */
function useOpenCount(isLoggedIn: boolean): number | undefined {
  const { data } = useInfiniteQuery({
    ...openOrdersQuery(ALL),
    enabled: isLoggedIn,
    select: ({ pages }) => pages[0]?.total,
  });
  return data;
}

interface OwnOrdersProps {
  readonly list: ListName;
  readonly filter: OrderFilter;
  readonly empty: ReactNode;
}

function OwnOrders({ list, filter, empty }: OwnOrdersProps) {
  const key = JSON.stringify(filter);
  return (
    <div className={styles['list']}>
      {list === 'current' && <OpenOrders key={key} filter={filter} empty={empty} size="dense" />}
      {list === 'history' && (
        <FinishedOrders key={key} filter={filter} empty={empty} size="dense" />
      )}
      {list === 'deals' && <FinishedDeals key={key} filter={filter} empty={empty} size="dense" />}
    </div>
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
      {t('orders.loginFirst')}
    </Empty>
  );
}
