import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { ownSavingsQuery } from '../api.ts';
import { RedeemDialog } from './redeem-dialog.tsx';
import type { OwnSaving, SavingsProduct } from '../model/product.ts';

/** The own savings, with the interest so far. */
export function OwnSavings({ products }: { readonly products: readonly SavingsProduct[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(ownSavingsQuery);
  const [redeemed, setRedeemed] = useState<OwnSaving>();
  const figure = (text: string): string => grouped(text, language);
  const columns: readonly Column<OwnSaving>[] = [
    { name: 'coin', header: t('earn.coin'), cell: ({ currency }) => currency },
    { name: 'number', header: t('earn.principal'), cell: ({ number }) => figure(number) },
    { name: 'earning', header: t('earn.earning'), cell: ({ earning }) => figure(earning) },
    { name: 'pending', header: t('earn.pending'), cell: ({ pending }) => figure(pending) },
    { name: 'interest', header: t('earn.interest'), cell: ({ interest }) => figure(interest) },
    { name: 'redeemable', header: t('earn.redeemable'), cell: (row) => figure(row.redeemable) },
    {
      name: 'actions',
      header: t('earn.actions'),
      isSticky: true,
      cell: (saving) => (
        <Button isSmall onClick={() => setRedeemed(saving)}>
          {t('earn.redeem')}
        </Button>
      ),
    },
  ];
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  const decimals = products.find(({ id }) => id === redeemed?.id)?.decimals;
  return (
    <>
      <DataTable
        label={t('earn.ownSavings')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        empty={<Empty>{t('earn.noSavings')}</Empty>}
        skeletonRows={2}
        size="roomy"
        narrow="wideCards"
      />
      {redeemed !== undefined && (
        <RedeemDialog saving={redeemed} decimals={decimals} onDone={() => setRedeemed(undefined)} />
      )}
    </>
  );
}
