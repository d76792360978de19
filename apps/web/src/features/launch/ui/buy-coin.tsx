import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { coinSalesQuery } from '../api.ts';
import { kindsOf, SALE_STATES, type NewCoin } from '../model/coin.ts';
import styles from './launch.module.css';

/** The ways to a coin: its market, and its sales; without any, since when there may be one. */
export function BuyCoin({ coin }: { readonly coin: NewCoin }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { data: groups } = useQuery(marketsQuery);
  const { data: sales } = useQuery(coinSalesQuery);
  const { code, state, start } = coin;
  const ways = SALE_STATES.map((now) => [now, kindsOf(coin, sales ?? [], now)] as const).filter(
    ([, kinds]) => kinds.length > 0,
  );
  const market = groups
    ?.flatMap(({ markets }) => markets)
    .find(({ id }) => coin.market !== 0 && id === coin.market);
  return (
    <>
      <Button
        look="accent"
        disabled={market === undefined}
        onClick={() => {
          if (market === undefined) return;
          selectMarket(market);
          void navigate('/dealCenter');
        }}
      >
        {code === '' ? t('launch.buyNone') : t('launch.buy', { code })}
      </Button>
      {ways.map(([now, kinds]) => (
        <p key={now} className={styles['sales']}>
          {t(`launch.sale.${now}`)}
          {kinds.map((kind) => (
            <Link key={kind} to={`/${kind}`}>
              {t(`feature.${kind}`)}
            </Link>
          ))}
        </p>
      ))}
      {coin.market === 0 && sales !== undefined && ways.length === 0 && (
        <p className={styles['note']}>
          {state === 'upcoming' ? t('launch.fromStart', { time: start }) : t('launch.noMarket')}
        </p>
      )}
    </>
  );
}
