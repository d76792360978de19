import { formatDecimal } from '@meridian/money/decimal';
import { useQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { coinDetailQuery } from '../api.ts';
import styles from './coin-detail.module.css';

/** The panel of narrow pages; a desk has the same in a tab of its dock. */
export function CoinDetail({ market }: { readonly market: Market }) {
  const t = useTranslate();
  return (
    <Panel title={t('coin.title')} area="detail">
      <CoinFacts market={market} />
    </Panel>
  );
}

/** Name and description of the coin, and the rules of its market. */
export function CoinFacts({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(coinDetailQuery(market.baseId, language));
  const rules = [
    ['coin.makerFee', `${grouped(market.makerFee, language)}%`],
    ['coin.takerFee', `${grouped(market.takerFee, language)}%`],
    ['coin.minimum', `${grouped(market.minTotal, language)} ${market.quote}`],
    [
      'coin.priceStep',
      grouped(formatDecimal(market.scale.tickSize, market.scale.quoteScale), language),
    ],
    [
      'coin.quantityStep',
      grouped(formatDecimal(market.scale.lotSize, market.scale.baseScale), language),
    ],
  ] as const;
  return (
    <>
      {data === undefined && error === null && <Skeleton rows={6} />}
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <div className={styles['detail']} tabIndex={0} role="region" aria-label={t('coin.title')}>
          <h3>
            <img src={data.logo} alt="" width={20} height={20} />
            {data.name} <small>{data.code}</small>
          </h3>
          <p>{data.about}</p>
          <dl>
            {rules.map(([label, value]) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}
