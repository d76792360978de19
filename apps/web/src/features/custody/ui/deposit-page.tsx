import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useBalances } from '../../../realtime/balances.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { CHAIN_CODES } from '../../../shared/wallets.ts';
import { DepositPanel, type TestDeposit } from './deposit-panel.tsx';
import styles from './deposit-page.module.css';

const FIRST_COIN = 'USDT';

/** Deposits of one coin after another. `currency_id` in the address names the first. */
export function DepositPage({ testDeposit }: { readonly testDeposit?: TestDeposit }) {
  const t = useTranslate();
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<string>();
  const { rows, custody, error, refetch } = useBalances();
  const coins = rows?.filter(({ code }) => CHAIN_CODES.has(code)) ?? [];
  const linked = coins.find(({ currency }) => String(currency) === params.get('currency_id'))?.code;
  const coin = coins.find(({ code }) => code === (chosen ?? linked ?? FIRST_COIN)) ?? coins[0];
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t('feature.deposit')}</h1>
        <span className={styles['links']}>
          <ButtonLink to="/payment">{t('feature.payment')}</ButtonLink>
          <ButtonLink to="/chargeRecord">{t('wallet.records')}</ButtonLink>
        </span>
      </div>
      <Card
        title={t('wallet.depositTitle')}
        about={t('wallet.depositAbout')}
        tools={
          coin && (
            <Segments
              label={t('wallet.coin')}
              size="roomy"
              value={coin.code}
              onChange={setChosen}
              options={coins.map(({ code }) => ({ name: code, label: code }))}
            />
          )
        }
      >
        <div className={styles['body']}>
          {coin !== undefined ? (
            <DepositPanel
              key={coin.currency}
              currency={coin.currency}
              code={coin.code}
              custody={custody}
              testDeposit={testDeposit}
            />
          ) : error !== null ? (
            <Failure message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={40} />
          )}
        </div>
      </Card>
    </div>
  );
}
