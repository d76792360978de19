import { useBalances } from '../../../realtime/balances.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { CoinIcon } from '../../../shared/ui/coin-icon.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { WIRE_WALLETS } from '../../../realtime/wallet-translate.ts';
import { holdingsOf, sortedHoldings, withoutSmall, type Holding } from '../model/wallets.ts';
import styles from './holdings-table.module.css';

/** Coins of the exchange wallet that are worth something, the most valuable first. */
export function SpotAssets() {
  const t = useTranslate();
  const { rows, error, refetch } = useBalances();
  const columns = useColumns();
  if (rows === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  const holdings =
    rows &&
    sortedHoldings(withoutSmall(holdingsOf(rows, 'spot')), { name: 'worth', isDescending: true });
  return (
    <div className={styles['dock']}>
      <DataTable
        label={t('wallet.coins')}
        size="dense"
        columns={columns}
        rows={holdings}
        rowKey={({ currency }) => currency}
        skeletonRows={3}
        empty={<Empty>{t('wallet.noCoins')}</Empty>}
      />
    </div>
  );
}

function useColumns(): readonly Column<Holding>[] {
  const t = useTranslate();
  const language = useLanguage();
  const amount = (value: string | undefined, decimals: number): string =>
    fixed(value, decimals, { language, rounding: 'down' });
  return [
    {
      name: 'coin',
      header: t('wallet.coin'),
      cell: ({ code, logo }) => (
        <span className={styles['coin']}>
          <CoinIcon code={code} logo={logo} size={20} />
          {code}
        </span>
      ),
    },
    {
      name: 'available',
      header: t('wallet.available'),
      cell: ({ available, decimals }) => amount(available, decimals),
    },
    {
      name: 'held',
      header: t('wallet.held'),
      cell: ({ held, decimals }) => amount(held, decimals),
    },
    { name: 'worth', header: t('wallet.worth'), cell: ({ worth }) => amount(worth, 2) },
    {
      name: 'actions',
      isSticky: true,
      header: t('wallet.actions'),
      cell: ({ currency, code }) => (
        <ButtonLink
          to={`/transferLegal?from=${WIRE_WALLETS.spot}&currency=${currency}`}
          look="text"
          isSmall
          label={`${t('assets.transfer')}: ${code}`}
        >
          {t('assets.transfer')}
        </ButtonLink>
      ),
    },
  ];
}
