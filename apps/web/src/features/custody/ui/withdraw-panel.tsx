import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { networksQuery } from '../api.ts';
import type { Network } from '../model/network.ts';
import { termsQuery, withdrawalsQuery } from '../withdrawals-api.ts';
import type { CustodyState } from '../../../realtime/wallets.ts';
import styles from './deposit-panel.module.css';
import { NetworkChoice, useNetwork } from './network-choice.tsx';
import { NotOpen } from './not-open.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

interface WithdrawPanelProps {
  readonly currency: number;
  readonly code: string;
  readonly custody: CustodyState;
  /** The place of the code that confirms a withdrawal (demo). */
  readonly codeHint?: ReactNode;
}

/** Withdrawals of a coin: network, form, and the requested withdrawals. */
export function WithdrawPanel({ currency, code, custody, codeHint }: WithdrawPanelProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(networksQuery);
  const open = data?.filter((network) => network.currency === currency && network.isWithdrawOpen);
  const { network, choose } = useNetwork(open ?? []);
  if (open === undefined && error !== null && custody === 'open')
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  if (open === undefined && custody === 'open') return <Skeleton rows={8} height={40} />;
  return (
    <div className={styles['panel']}>
      {custody !== 'open' || network === undefined ? (
        <NotOpen
          text={
            custody === 'starting'
              ? t('wallet.starting')
              : t('wallet.withdrawClosed', { coin: code })
          }
        />
      ) : (
        <>
          <NetworkChoice networks={open ?? []} value={network.name} onChange={choose} />
          <Form key={network.name} network={network} codeHint={codeHint} />
        </>
      )}
      <section className={styles['part']} aria-label={t('wallet.withdrawals')}>
        <h3>{t('wallet.withdrawals')}</h3>
        <div className={styles['list']}>
          <WithdrawalList query={withdrawalsQuery(currency)} />
        </div>
      </section>
    </div>
  );
}

function Form({ network, codeHint }: { readonly network: Network; readonly codeHint: ReactNode }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(termsQuery(network.currency, network.name));
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={7} height={48} />
    ) : (
      <Failure message={error.message} onRetry={() => void refetch()} />
    );
  if (!data.isOpen) return <NotOpen text={t('wallet.withdrawClosed', { coin: data.code })} />;
  return <WithdrawForm network={network} terms={data} codeHint={codeHint} />;
}
