import { NETWORKS } from '@meridian/contract/custody/networks';
import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { claimsPage, depositsPage } from '../deposits-api.ts';
import type { Claim, Deposit } from '../model/deposit.ts';
import type { Withdrawal } from '../model/withdrawal.ts';
import { withdrawalsPage } from '../withdrawals-api.ts';
import { statusLabel } from './status-labels.ts';

/** All deposits as a file. */
export function ExportDeposits() {
  const t = useTranslate();
  const columns: readonly ExportColumn<Deposit>[] = [
    { header: t('position.column.id'), text: ({ id }) => String(id) },
    { header: t('wallet.time'), isTime: true, text: ({ createdAt }) => createdAt },
    { header: t('wallet.coin'), text: ({ code }) => code },
    { header: t('wallet.amount'), text: ({ amount }) => amount },
    { header: t('wallet.network'), text: ({ network }) => NETWORKS[network].label },
    {
      header: t('orders.status'),
      text: ({ status, confirmations, confirmationsNeeded: needed }) =>
        status === 'pending'
          ? t('wallet.confirming', { count: confirmations, needed })
          : t(`wallet.depositStatus.${status}`),
    },
    { header: t('address.address'), text: ({ address }) => address },
    { header: t('wallet.hash'), text: ({ hash }) => hash },
  ];
  return (
    <ExportButton
      name="deposits"
      columns={columns}
      rows={() => allRows(depositsPage, ({ id }) => id)}
    />
  );
}

/** All withdrawals as a file. */
export function ExportWithdrawals() {
  const t = useTranslate();
  const columns: readonly ExportColumn<Withdrawal>[] = [
    { header: t('position.column.id'), text: ({ id }) => String(id) },
    { header: t('wallet.time'), isTime: true, text: ({ createdAt }) => createdAt },
    { header: t('wallet.coin'), text: ({ code }) => code },
    { header: t('wallet.amount'), text: ({ amount }) => amount },
    { header: t('wallet.fee'), text: ({ fee }) => fee },
    { header: t('wallet.received'), text: ({ received }) => received },
    { header: t('wallet.network'), text: ({ network }) => NETWORKS[network].label },
    { header: t('orders.status'), text: (row) => t(statusLabel(row)) },
    { header: t('position.column.reason'), text: ({ reason }) => reason },
    { header: t('wallet.toAddress'), text: ({ address }) => address },
    { header: t('wallet.hash'), text: ({ hash }) => hash },
  ];
  return (
    <ExportButton
      name="withdrawals"
      columns={columns}
      rows={() => allRows(withdrawalsPage, ({ id }) => id)}
    />
  );
}

/** All applications for deposits as a file, with the decisions and their reasons. */
export function ExportClaims() {
  const t = useTranslate();
  const columns: readonly ExportColumn<Claim>[] = [
    { header: t('position.column.id'), text: ({ id }) => String(id) },
    { header: t('wallet.time'), isTime: true, text: ({ createdAt }) => createdAt },
    { header: t('wallet.coin'), text: ({ code }) => code },
    { header: t('wallet.amount'), text: ({ amount }) => amount },
    { header: t('orders.status'), text: ({ status }) => t(`wallet.claimStatus.${status}`) },
    { header: t('wallet.reason'), text: ({ reason }) => reason },
    { header: t('wallet.hash'), text: ({ hash }) => hash },
  ];
  return (
    <ExportButton
      name="claims"
      columns={columns}
      rows={() => allRows(claimsPage, ({ id }) => id)}
    />
  );
}
