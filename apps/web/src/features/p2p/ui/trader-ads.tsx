import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { FIAT, type Ad } from '../model/ad.ts';
import styles from './deal-table.module.css';

/** The ads of a trader, named by the side of their taker. */
export function TraderAds({ ads }: { readonly ads: readonly Ad[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const columns: readonly Column<Ad>[] = [
    {
      name: 'ad',
      header: t('p2p.trader.ad'),
      cell: ({ side, coin, id }) => {
        const taken = side === 'sell' ? 'buy' : 'sell';
        return (
          <span className={styles['deal']} data-side={taken}>
            <span>{t(`p2p.deal.kind.${taken}`, { coin })}</span>
            <span>{t('p2p.deal.adNumber', { id: String(id) })}</span>
          </span>
        );
      },
    },
    {
      name: 'price',
      header: t('p2p.deal.column.price'),
      cell: ({ price }) => (price === '' ? MISSING : `${grouped(price, language)} ${FIAT}`),
    },
    {
      name: 'available',
      header: t('p2p.trader.left'),
      cell: ({ surplus, coin }) => `${grouped(surplus, language)} ${coin}`,
    },
    {
      name: 'take',
      header: t('p2p.trader.inMarket'),
      isSticky: true,
      cell: () => (
        <ButtonLink isSmall to="/fiatradCenter">
          {t('p2p.deal.toMarket')}
        </ButtonLink>
      ),
    },
  ];
  return (
    <DataTable
      label={t('p2p.trader.ads')}
      size="roomy"
      columns={columns}
      rows={ads}
      rowKey={({ id }) => id}
      empty={<Empty>{t('p2p.trader.noAds')}</Empty>}
    />
  );
}
