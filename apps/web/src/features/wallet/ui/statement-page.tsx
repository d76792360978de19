import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrencyAmount } from '../../../realtime/currency-amounts.ts';
import { walletsQuery } from '../../../realtime/wallets.ts';
import { dateAndTime } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { Trace } from '../../../shared/ui/trace.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { exportStatement, statementQuery, type StatementFilter } from '../api.ts';
import { WALLET_LABELS, WALLET_NAMES, type WalletName } from '../../../shared/wallets.ts';
import type { StatementMovement } from '../model/movement.ts';
import { Hidable } from './hidable.tsx';
import lists from './lists.module.css';
import styles from './page.module.css';
import { SignedAmount } from './wallet-log.tsx';

const CSV = 'text/csv;charset=utf-8';

/** The statement of all wallets, newest first, by wallet and coin, with all of it as a file. */
export function StatementPage() {
  const t = useTranslate();
  const [wallet, setWallet] = useState<WalletName | ''>('');
  const [currency, setCurrency] = useState('');
  const { data } = useQuery(walletsQuery);
  const filter: StatementFilter = {
    ...(wallet === '' ? {} : { wallet }),
    ...(currency === '' ? {} : { currency: Number(currency) }),
  };
  const coins =
    data?.currencies.map((row) => ({
      value: String(row.currency),
      label: row.code,
    })) ?? [];
  return (
    <div className={styles['page']}>
      <h1>{t('assets.log')}</h1>
      <section className={styles['panel']} aria-label={t('assets.log')}>
        <div className={styles['filters']}>
          <SelectField
            label={t('wallet.wallet')}
            value={wallet}
            onChange={(event) => setWallet(event.target.value as WalletName | '')}
            options={[
              { value: '', label: t('wallet.allWallets') },
              ...WALLET_NAMES.map((name) => ({ value: name, label: t(WALLET_LABELS[name]) })),
            ]}
          />
          <SelectField
            label={t('wallet.coin')}
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
            options={[{ value: '', label: t('wallet.allCoins') }, ...coins]}
          />
          <ExportButton filter={filter} />
        </div>
        <Statement key={JSON.stringify(filter)} filter={filter} />
      </section>
    </div>
  );
}

function ExportButton({ filter }: { readonly filter: StatementFilter }) {
  const t = useTranslate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportStatement(filter),
    onSuccess: ({ name, csv }) => saveFile(name, csv, CSV),
    onError: (error) => showToast('error', error.message),
  });
  return (
    <Button isBusy={isPending} onClick={() => mutate()}>
      {t('wallet.export')}
    </Button>
  );
}

function Statement({ filter }: { readonly filter: StatementFilter }) {
  const t = useTranslate();
  const language = useLanguage();
  const inCurrency = useCurrencyAmount();
  const query = useInfiniteQuery(statementQuery(filter, language));
  const rows = query.data?.pages.flatMap(({ movements }) => movements);
  const columns: readonly Column<StatementMovement>[] = [
    {
      name: 'time',
      header: t('wallet.time'),
      cell: ({ atMs }) => dateAndTime(atMs),
    },
    { name: 'info', header: t('wallet.what'), align: 'start', cell: (row) => <What row={row} /> },
    {
      name: 'account',
      header: t('wallet.wallet'),
      align: 'start',
      cell: (row) => <Where row={row} />,
    },
    {
      name: 'value',
      header: t('wallet.amount'),
      cell: ({ value, currency }) => (
        <>
          <SignedAmount value={value} shown={inCurrency(value, currency)} /> {currency}
        </>
      ),
    },
    {
      name: 'balance',
      header: t('wallet.balanceAfter'),
      cell: ({ balance, currency }) => <Hidable>{inCurrency(balance, currency)}</Hidable>,
    },
  ];
  const way = <ButtonLink to="/recharge">{t('wallet.deposit')}</ButtonLink>;
  return (
    <PagedTable
      label={t('assets.log')}
      size="roomy"
      columns={columns}
      query={query}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<Empty action={way}>{t('wallet.noLog')}</Empty>}
      skeletonRows={8}
    />
  );
}

/**
 * The reason of a movement, and below it the reference to find it by: market and order,
 * transaction, or a number.
 */
function What({
  row: { info, market, order, subject, transaction },
}: {
  readonly row: StatementMovement;
}) {
  const t = useTranslate();
  const number =
    order !== 0
      ? `${t('wallet.order')} ${order}`
      : subject !== 0 && transaction === ''
        ? `${t('wallet.number')} ${subject}`
        : '';
  const parts = [market, number].filter((part) => part !== '').join(' · ');
  return (
    <span className={lists['parts']}>
      <span>{info}</span>
      {(parts !== '' || transaction !== '') && (
        <span>
          {transaction === '' ? parts : <Trace text={transaction} what={t('wallet.hash')} />}
        </span>
      )}
    </span>
  );
}

/** The wallet, and below it the other side of the movement. */
function Where({ row: { wallet, counter } }: { readonly row: StatementMovement }) {
  const t = useTranslate();
  return (
    <span className={lists['parts']}>
      <span>{t(WALLET_LABELS[wallet])}</span>
      {counter !== '' && (
        <span>
          {t('wallet.counter')}: <Hidable>{counter}</Hidable>
        </span>
      )}
    </span>
  );
}
