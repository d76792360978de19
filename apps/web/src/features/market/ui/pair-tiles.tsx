import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { marketsQuery, useTicker } from '../../../realtime/tickers.ts';
import { percentDirection } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { CoinIcon } from '../../../shared/ui/coin-icon.tsx';
import { PercentText, PriceText } from '../../../shared/ui/live-figures.tsx';
import { Skeleton } from '../../../shared/ui/states.tsx';
import styles from './pair-tiles.module.css';
import { WeekChart } from './week-chart.tsx';

const TILES = [0, 1, 2, 3];

/**
 * The first four pairs, each with its price, its change and its week. A press leads to its trading
 * page. Where the markets cannot be had there are none: the table says why.
 */
export function PairTiles() {
  const t = useTranslate();
  const { data, error } = useQuery(marketsQuery);
  const markets = data?.flatMap((group) => group.markets);
  if (data === undefined && error !== null) return undefined;
  return (
    <ul
      className={styles['tiles']}
      aria-label={t('home.tiles')}
      aria-busy={data === undefined || undefined}
    >
      {TILES.map((index) => {
        const market = markets?.[index];
        if (market !== undefined) return <Tile key={index} market={market} />;
        if (data !== undefined) return undefined;
        return (
          <li key={index} className={styles['tile']} aria-hidden="true">
            <Skeleton rows={3} height={40} />
          </li>
        );
      })}
    </ul>
  );
}

function Tile({ market }: { readonly market: Market }) {
  const ticker = useTicker(market.key);
  return (
    <li className={styles['tile']}>
      <Link to="/dealCenter" className={styles['link']} onClick={() => selectMarket(market)}>
        <span className={styles['pair']}>
          <CoinIcon code={market.base} logo={market.logo} />
          <span>
            {market.base}
            <small>/{market.quote}</small>
          </span>
        </span>
        <PercentText value={ticker?.change} />
        <span className={styles['price']}>
          <PriceText
            value={ticker?.price}
            decimals={market.priceDecimals}
            direction={percentDirection(ticker?.change)}
          />{' '}
          <small>{market.quote}</small>
        </span>
      </Link>
      <div className={styles['week']}>
        <WeekChart market={market} hasCaption />
      </div>
    </li>
  );
}
