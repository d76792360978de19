import { Link } from 'react-router';
import { useWallets } from '../../../realtime/wallets.ts';
import { directionOf, fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { OwnCurrency } from '../../../shared/wallets.ts';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { sum } from '../model/position-figures.ts';
import type { MarginAccount } from '../model/position.ts';

const MONEY_DECIMALS = 4;

/**
 * The contract wallet, by currency: its equity, its available and held amounts, and the profit of
 * its positions.
 */
export function ContractAssets({ live }: { readonly live: readonly MarginAccount[] | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  const { data, error, refetch } = useWallets();
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  const rows = data?.currencies.filter(
    ({ wallets: { margin } }) => margin.isOffered || /[1-9]/.test(margin.available + margin.held),
  );
  const money = (plain: string, rounding: 'down' | 'halfUp' = 'down'): string =>
    fixed(plain, MONEY_DECIMALS, { language, rounding });
  const accountOf = ({ currency }: OwnCurrency): MarginAccount | undefined =>
    live?.find(({ quoteId }) => quoteId === currency);
  const profitsOf = (own: OwnCurrency): string => accountOf(own)?.profits ?? own.marginProfits;
  return (
    <DataTable
      label={t('margin.list.assets')}
      columns={[
        { name: 'currency', header: t('position.column.currency'), cell: ({ code }) => code },
        {
          name: 'equity',
          header: t('position.column.equity'),
          cell: (own) => {
            const { available, held } = own.wallets.margin;
            const equity = accountOf(own)?.equity ?? sum([available, held, profitsOf(own)]);
            return <span title={grouped(equity, language)}>{money(equity)}</span>;
          },
        },
        {
          name: 'available',
          header: t('position.column.available'),
          cell: ({ wallets }) => money(wallets.margin.available),
        },
        {
          name: 'held',
          header: t('position.column.held'),
          cell: ({ wallets }) => money(wallets.margin.held),
        },
        {
          name: 'profit',
          header: t('position.column.profit'),
          cell: (own) => (
            <span className={directionOf(profitsOf(own))}>{money(profitsOf(own), 'halfUp')}</span>
          ),
        },
        {
          name: 'action',
          header: t('orders.action'),
          isSticky: true,
          cell: ({ currency }) => (
            <Link to={`/transfer?to=lever&currency=${currency}`}>{t('margin.move')}</Link>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ currency }) => currency}
      empty={<Empty>{t('position.empty')}</Empty>}
      skeletonRows={2}
    />
  );
}
