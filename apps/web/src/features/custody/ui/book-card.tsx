import { MAX_ADDRESSES } from '@meridian/contract/custody/bounds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MISSING } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { bookQuery, networksQuery, removeFromBook } from '../api.ts';
import type { BookAddress } from '../model/book-address.ts';
import { AddressDialog } from './address-dialog.tsx';
import styles from './book-card.module.css';
import { useChange } from './use-change.ts';

/** The address book: its addresses, a filter by currency, and a button that adds one. */
export function BookCard() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(bookQuery());
  const [currency, setCurrency] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<BookAddress>();
  const columns = useColumns(setRemoved);
  const currencies = new Map(data?.map((row) => [String(row.currency), row.code]));
  const rows = data?.filter((row) => currency === '' || String(row.currency) === currency);
  const add = (
    <Button isSmall look="accent" onClick={() => setAdding(true)}>
      {t('address.add')}
    </Button>
  );
  return (
    <Card
      title={t('address.book')}
      about={t('address.bookAbout', { most: MAX_ADDRESSES })}
      tools={data !== undefined && data.length > 0 && add}
    >
      {data === undefined && error !== null ? (
        <Failure message={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          {currencies.size > 1 && (
            <div className={styles['filter']}>
              <SelectField
                label={t('address.coin')}
                value={currency}
                onChange={(event) => setCurrency(event.target.value)}
                options={[
                  { value: '', label: t('address.allCoins') },
                  ...Array.from(currencies, ([value, label]) => ({ value, label })),
                ]}
              />
            </div>
          )}
          <DataTable
            label={t('address.book')}
            size="roomy"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<Empty action={add}>{t('address.none')}</Empty>}
            skeletonRows={3}
          />
        </>
      )}
      {isAdding && <AddressDialog onClose={() => setAdding(false)} />}
      {removed !== undefined && (
        <RemoveDialog row={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Card>
  );
}

function useColumns(onRemove: (row: BookAddress) => void): readonly Column<BookAddress>[] {
  const t = useTranslate();
  const { data: networks } = useQuery(networksQuery);
  return [
    { name: 'coin', header: t('address.coin'), cell: ({ code }) => code },
    {
      name: 'network',
      header: t('address.network'),
      align: 'start',
      cell: ({ currency, network }) =>
        networks?.find((each) => each.name === network && each.currency === currency)?.label ??
        network.toUpperCase(),
    },
    {
      name: 'address',
      header: t('address.address'),
      align: 'start',
      cell: ({ address }) => (
        <span className={styles['address']}>
          <code>{address}</code>
          <CopyButton value={address} what={address} />
        </span>
      ),
    },
    {
      name: 'notes',
      header: t('address.notes'),
      align: 'start',
      cell: ({ notes }) => (
        <span className={styles['notes']}>{notes === '' ? MISSING : notes}</span>
      ),
    },
    {
      name: 'state',
      header: t('address.state'),
      align: 'start',
      cell: ({ usableFrom, firstWaits }) =>
        usableFrom === '' ? (
          <Badge tone={firstWaits ? 'warn' : 'success'}>
            {t(firstWaits ? 'address.firstWaits' : 'address.usable')}
          </Badge>
        ) : (
          <Badge tone="warn">{t('address.usableFrom', { time: usableFrom })}</Badge>
        ),
    },
    {
      name: 'action',
      header: t('market.action'),
      cell: (row) => (
        <Button
          isSmall
          aria-label={t('address.removeOf', { address: row.address })}
          onClick={() => onRemove(row)}
        >
          {t('address.remove')}
        </Button>
      ),
    },
  ];
}

function RemoveDialog({
  row,
  onClose,
}: {
  readonly row: BookAddress;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const { mutate, isPending } = useChange(removeFromBook, { onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      title={t('address.removeAsk')}
      confirmLabel={t('address.remove')}
      isBusy={isPending}
      onConfirm={() => mutate(row.id)}
      onCancel={onClose}
    >
      {row.code} {row.address}
    </ConfirmDialog>
  );
}
