import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { NewCoin } from '../model/coin.ts';
import styles from './launch.module.css';

/** The way to the market of a coin; without one, since when there may be one. */
export function BuyCoin({ coin }: { readonly coin: NewCoin }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { data: groups } = useQuery(marketsQuery);
  const { code, state, start } = coin;
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
      {coin.market === 0 && (
        <p className={styles['note']}>
          {state === 'upcoming' ? t('launch.fromStart', { time: start }) : t('launch.noMarket')}
        </p>
      )}
    </>
  );
}
