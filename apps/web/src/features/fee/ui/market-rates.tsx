import { useQuery } from '@tanstack/react-query';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ownRates, type FeeTiers } from '../../../shared/market/fee-tiers.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import styles from './fee.module.css';

/** The rates of each spot market, and the user's own rate where that is lower. */
export function MarketRates({ fees }: { readonly fees: FeeTiers }) {
  const t = useTranslate();
  const language = useLanguage();
  const { data } = useQuery(marketsQuery);
  const markets = data?.flatMap((group) => group.markets);
  const rate = (market: Market, name: 'makerFee' | 'takerFee') => {
    const own = ownRates(market, fees)[name];
    const listed = `${grouped(market[name], language)}%`;
    if (own === market[name]) return listed;
    return (
      <>
        <s className={styles['listed']}>{listed}</s> {grouped(own, language)}%
      </>
    );
  };
  const columns: readonly Column<Market>[] = [
    { name: 'market', header: t('fee.market'), cell: ({ symbol }) => symbol },
    { name: 'maker', header: t('fee.maker'), cell: (market) => rate(market, 'makerFee') },
    { name: 'taker', header: t('fee.taker'), cell: (market) => rate(market, 'takerFee') },
  ];
  return (
    <Card
      title={t('fee.markets')}
      about={t(fees.tiers.length === 0 ? 'fee.none' : 'fee.marketsAbout')}
    >
      <DataTable
        label={t('fee.markets')}
        columns={columns}
        rows={markets}
        rowKey={({ id }) => id}
        empty={null}
        narrow="columns"
      />
    </Card>
  );
}
