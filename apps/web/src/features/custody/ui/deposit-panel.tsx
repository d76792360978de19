import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { QrCode } from '../../../shared/ui/qr-code.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { networksQuery } from '../api.ts';
import { addressQuery, depositsQuery, refreshDeposits } from '../deposits-api.ts';
import type { Network } from '../model/network.ts';
import type { CustodyState } from '../../../realtime/wallets.ts';
import { ClaimSection } from './claim-form.tsx';
import styles from './deposit-panel.module.css';
import { DepositList } from './deposit-list.tsx';
import { GroupedAddress } from './grouped-address.tsx';
import { NetworkChoice, useNetwork } from './network-choice.tsx';
import { NotOpen } from './not-open.tsx';

/**
 * A button of the demo that sends test coins. `onSent` wants to know that a transaction is on its
 * way.
 */
export type TestDeposit = (to: {
  readonly currency: number;
  readonly code: string;
  readonly onSent: () => void;
}) => ReactNode;

interface DepositPanelProps {
  readonly currency: number;
  readonly code: string;
  readonly custody: CustodyState;
  readonly testDeposit?: TestDeposit | undefined;
}

const QR_SIZE = 160;

/** Deposits of a coin: network, address, arrived deposits, and a form for a missing one. */
export function DepositPanel({ currency, code, custody, testDeposit }: DepositPanelProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(networksQuery);
  const open = data?.filter((network) => network.currency === currency && network.isDepositOpen);
  const { network, choose } = useNetwork(open ?? []);
  if (custody === 'starting') return <NotOpen text={t('wallet.starting')} />;
  if (open === undefined && error !== null && custody === 'open')
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  if (open === undefined && custody === 'open') return <Skeleton rows={8} height={40} />;
  if (custody === 'closed' || network === undefined)
    return <NotOpen text={t('wallet.depositClosed', { coin: code })} />;
  return (
    <div className={styles['panel']}>
      <NetworkChoice networks={open ?? []} value={network.name} onChange={choose} />
      <Address network={network} code={code} />
      {testDeposit?.({ currency, code, onSent: () => void refreshDeposits(client) })}
      <section className={styles['part']} aria-label={t('wallet.deposits')}>
        <h3>{t('wallet.deposits')}</h3>
        <div className={styles['list']}>
          <DepositList query={depositsQuery(currency)} />
        </div>
      </section>
      <ClaimSection
        currency={currency}
        code={code}
        decimals={network.decimals}
        network={network.name}
      />
    </div>
  );
}

function Address({ network, code }: { readonly network: Network; readonly code: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const { data: address, error, refetch } = useQuery(addressQuery(network.currency, network.name));
  const facts = [
    [t('wallet.leastDeposit'), `${grouped(network.minDeposit, language)} ${code}`],
    [t('wallet.confirmationsNeeded'), String(network.confirmations)],
  ] as const;
  if (address === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <p className={styles['warning']}>
        {t('wallet.onlyThis', { coin: code, network: network.label })}
      </p>
      <div className={styles['address']} aria-busy={address === undefined || undefined}>
        {address === undefined ? (
          <span
            className={styles['blank']}
            style={{ width: QR_SIZE, height: QR_SIZE }}
            aria-hidden="true"
          />
        ) : (
          <QrCode value={address} label={t('wallet.addressQr', { coin: code })} size={QR_SIZE} />
        )}
        <div className={styles['words']}>
          <h3>{t('wallet.depositAddress', { coin: code })}</h3>
          <p className={styles['text']}>
            {address === undefined ? (
              <span className={styles['waiting']} aria-hidden="true" />
            ) : (
              <>
                <GroupedAddress address={address} />
                <CopyButton value={address} what={t('wallet.depositAddress', { coin: code })} />
              </>
            )}
          </p>
        </div>
      </div>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['note']}>{t('wallet.leastDepositNote')}</p>
    </>
  );
}
