import type { ComponentProps } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { FIAT, type Ad, type MarketCoin } from '../model/ad.ts';
import { limitsOf } from '../model/order-form.ts';
import { shownPrice } from '../model/shown-price.ts';
import { AdAction } from './ad-action.tsx';
import styles from './ad-table.module.css';
import { TraderCell } from './trader-cell.tsx';
import { WayList } from './way-label.tsx';

interface AdTableProps {
  readonly query: ComponentProps<typeof PagedTable>['query'];
  readonly ads: readonly Ad[] | undefined;
  readonly coins: readonly MarketCoin[];
  readonly empty: ComponentProps<typeof PagedTable>['empty'];
  readonly onTake: (ad: Ad) => void;
}

/** The table of other traders' ads, with price, limits and payment methods of each. */
export function AdTable({ query, ads, coins, empty, onTake }: AdTableProps) {
  const t = useTranslate();
  const columns: readonly Column<Ad>[] = [
    { name: 'trader', header: t('p2p.market.trader'), cell: (ad) => <TraderCell ad={ad} /> },
    { name: 'price', header: t('p2p.market.price'), align: 'start', cell: priceCell },
    {
      name: 'limits',
      header: t('p2p.market.limits'),
      align: 'start',
      cell: (ad) => <Limits ad={ad} coin={coins.find(({ id }) => id === ad.coinId)} />,
    },
    {
      name: 'ways',
      header: t('acceptor.way'),
      align: 'start',
      cell: ({ ways }) => (
        <span className={styles['ways']}>
          <WayList ways={ways} />
        </span>
      ),
    },
    {
      name: 'take',
      header: t('p2p.market.action'),
      isSticky: true,
      cell: (ad) => <AdAction ad={ad} onTake={() => onTake(ad)} />,
    },
  ];
  return (
    <div className={styles['market']}>
      <PagedTable
        label={t('p2p.market.ads')}
        size="roomy"
        narrow="wideCards"
        columns={columns}
        query={query}
        rows={ads}
        rowKey={({ id }) => id}
        empty={empty}
        skeletonRows={6}
      />
    </div>
  );
}

function priceCell(ad: Ad) {
  return <Price ad={ad} />;
}

function Price({ ad: { price, isFloating } }: { readonly ad: Ad }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <span className={styles['price']}>
      {price === '' ? (
        <span>{t('p2p.market.rests')}</span>
      ) : (
        <span>
          <strong>{grouped(shownPrice(price), language)}</strong> <small>{FIAT}</small>
        </span>
      )}
      {isFloating && <Badge>{t('p2p.market.floating')}</Badge>}
    </span>
  );
}

/** The remaining coins of an ad, and the least and the largest deal on them in CNY. */
function Limits({ ad, coin }: { readonly ad: Ad; readonly coin: MarketCoin | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  const limits = coin && limitsOf(ad, coin);
  return (
    <span className={styles['lines']}>
      <span>
        {t('p2p.market.available', { amount: grouped(ad.surplus, language), coin: ad.coin })}
      </span>
      {limits !== undefined && (
        <span>
          {t('p2p.market.range', {
            least: grouped(limits.least.money, language),
            most: grouped(limits.most.money, language),
          })}
        </span>
      )}
    </span>
  );
}
