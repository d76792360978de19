import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import type { OrderSide } from '../model/order-filter.ts';
import { FinishedDeals, FinishedOrders } from './finished-orders.tsx';
import { OpenOrders } from './open-orders.tsx';
import styles from './market-orders.module.css';

const LISTS = ['current', 'history', 'deals'] as const;
const SIDES = ['buy', 'sell'] as const satisfies readonly OrderSide[];

interface MarketOrdersProps {
  readonly market: Market;
  /** The way to a first order. */
  readonly onTrade: () => void;
}

/** Own orders of the market: current ones by side, those that have ended, and the deals made. */
export function MarketOrders({ market, onTrade }: MarketOrdersProps) {
  const t = useTranslate();
  const [list, setList] = useState<(typeof LISTS)[number]>('current');
  const [side, setSide] = useState<OrderSide>('buy');
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const pair = { legal_id: market.legal_id, currency_id: market.currency_id };
  const way = (
    <Button isSmall onClick={onTrade}>
      {t('orders.placeFirst')}
    </Button>
  );
  return (
    <section className={styles['panel']} aria-label={t('orders.title')} style={{ gridArea: 'orders' }} data-area="orders">
      <TabSet
        label={t('orders.title')}
        value={list}
        onChange={setList}
        tabs={LISTS.map((name) => ({ name, label: t(`orders.${name}`) }))}
        tools={list === 'current' && <Segments label={t('spot.side')} value={side} onChange={setSide} options={SIDES.map((name) => ({ name, label: t(`orders.${name}`) }))} />}
      >
        {LISTS.map((name) => (
          <TabContent key={name} name={name}>
            {!isLoggedIn && <LoginFirst />}
            {isLoggedIn && (
              <div className={styles['list']}>
                {name === 'current' && <OpenOrders key={side} filter={{ ...pair, side }} empty={way} size="dense" />}
                {name === 'history' && <FinishedOrders filter={pair} empty={way} size="dense" />}
                {name === 'deals' && <FinishedDeals filter={pair} empty={way} size="dense" />}
              </div>
            )}
          </TabContent>
        ))}
      </TabSet>
    </section>
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
