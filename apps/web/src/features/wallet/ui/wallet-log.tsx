import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrencyAmount } from '../../../realtime/currency-amounts.ts';
import { dateAndTime, directionOf } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { logQuery } from '../api.ts';
import type { WalletName } from '../../../shared/wallets.ts';
import type { Movement } from '../model/movement.ts';
import { Hidable } from './hidable.tsx';

/** Everything that moved one currency in one wallet, newest first. */
export function WalletLog({
  wallet,
  currency,
}: {
  readonly wallet: WalletName;
  readonly currency: number;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const inCurrency = useCurrencyAmount();
  const query = useInfiniteQuery(logQuery(wallet, currency, language));
  const rows = query.data?.pages.flatMap(({ movements }) => movements);
  const columns: readonly Column<Movement>[] = [
    {
      name: 'info',
      header: t('wallet.what'),
      cell: ({ info, market, order }) =>
        [info, market, order === 0 ? '' : `#${order}`].filter((part) => part !== '').join(' · '),
    },
    {
      name: 'time',
      header: t('wallet.time'),
      align: 'start',
      cell: ({ atMs }) => dateAndTime(atMs),
    },
    {
      name: 'value',
      header: t('wallet.amount'),
      cell: ({ value }) => <SignedAmount value={value} shown={inCurrency(value, currency)} />,
    },
    {
      name: 'balance',
      header: t('wallet.balanceAfter'),
      cell: ({ balance }) => <Hidable>{inCurrency(balance, currency)}</Hidable>,
    },
  ];
  return (
    <PagedTable
      label={t('wallet.log')}
      size="roomy"
      columns={columns}
      query={query}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<Empty>{t('wallet.noLog')}</Empty>}
      skeletonRows={4}
    />
  );
}

/** The amount of a movement, with its sign. @param shown the same amount as people read it */
export function SignedAmount({ value, shown }: { readonly value: string; readonly shown: string }) {
  return (
    <Hidable>
      {directionOf(value) === 'up' && '+'}
      {shown}
    </Hidable>
  );
}
