import { useIndexPrice } from '../../../realtime/index-price.ts';
import { useTicker } from '../../../realtime/tickers.ts';
import { figure, percent, percentDirection } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import type { Market } from '../../../shared/market/market.ts';
import styles from './market-strip.module.css';

interface MarketStripProps {
  readonly markets: readonly Market[];
  readonly market: Market;
}

/**
 * The chosen market with its index, which settles, and its figures of 24 hours, and all that offer
 * seconds contracts beside each other.
 */
export function MarketStrip({ markets, market }: MarketStripProps) {
  const t = useTranslate();
  const language = useLanguage();
  const ticker = useTicker(market.key);
  const direction = percentDirection(ticker?.change);
  const index = useIndexPrice(market);
  const price = (text: string | undefined): string => marketFigure(market, 'price', text, language);
  return (
    <section
      className={styles['panel']}
      aria-label={t('seconds.markets')}
      style={{ gridArea: 'markets' }}
    >
      <div className={styles['bar']}>
        <h1 className={styles['pair']}>
          <img src={market.logo} alt="" width={24} height={24} />
          {market.symbol}
        </h1>
        <dl className={styles['figures']}>
          <div className={styles['index']}>
            <dt>{t('seconds.index')}</dt>
            <dd>{price(index)}</dd>
          </div>
          <div>
            <dt>{t('market.change24h')}</dt>
            <dd className={direction === 'flat' ? undefined : direction}>
              {percent(ticker?.change, language)}
            </dd>
          </div>
          <div>
            <dt>{t('market.high24h')}</dt>
            <dd>{price(ticker?.high)}</dd>
          </div>
          <div>
            <dt>{t('market.low24h')}</dt>
            <dd>{price(ticker?.low)}</dd>
          </div>
          <div>
            <dt>
              {t('market.volume24h')} ({market.base})
            </dt>
            <dd>{figure(ticker?.volume, 'volume', language)}</dd>
          </div>
        </dl>
      </div>
      <ul className={styles['strip']}>
        {markets.map((each) => (
          <li key={each.key}>
            <MarketButton market={each} isTaken={each.key === market.key} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MarketButton({ market, isTaken }: { readonly market: Market; readonly isTaken: boolean }) {
  const language = useLanguage();
  const ticker = useTicker(market.key);
  const index = useIndexPrice(market);
  const direction = percentDirection(ticker?.change);
  return (
    <button
      type="button"
      className={styles['market']}
      aria-pressed={isTaken}
      onClick={() => selectMarket(market)}
    >
      <span className={styles['name']}>{market.symbol}</span>
      <span className={styles['small']}>
        {marketFigure(market, 'price', index, language)}{' '}
        <span className={direction === 'flat' ? undefined : direction}>
          {percent(ticker?.change, language)}
        </span>
      </span>
    </button>
  );
}
