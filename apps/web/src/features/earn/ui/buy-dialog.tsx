import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { balancesQuery } from '../../../realtime/account-feed.ts';
import { dateAndTime, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { buyLock, exitTableQuery, refreshEarn } from '../api.ts';
import {
  amountFault,
  least,
  yearRate,
  type LockKind,
  type ExitRow,
  type LockProduct,
} from '../model/product.ts';
import styles from './earn.module.css';
import { ExitTable } from './exit-table.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { useFaultText } from './fault-text.ts';
import { useSettled } from './use-settled.ts';
import { WalletAmount } from './wallet-amount.tsx';

const SETTLE_MS = 300;

interface BuyDialogProps {
  readonly kind: LockKind;
  readonly product: LockProduct;
  readonly onDone: () => void;
}

/** Buys a product, and shows all consequences of the amount before it is confirmed. */
export function BuyDialog({ kind, product, onDone }: BuyDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { id, currency, decimals, days } = product;
  const { data: balances } = useQuery(balancesQuery);
  const available = balances?.[product.currencyId]?.available;
  const [number, setNumber] = useState('');
  const [renews, setRenews] = useState(false);
  const [wasTried, setTried] = useState(false);
  const most = least(product.max, product.capacityLeft, product.todayLeft, product.fundedLeft);
  const bounds = { decimals, min: product.min, max: most, available };
  const fault = amountFault(number, bounds);
  const error = useFaultText(fault, { ...bounds, currency });
  const { rows, isCurrent } = useExitRows(product, fault === undefined ? number : undefined);
  const { isBusy, send } = useMoneyCall(buyLock[kind], {
    onDone: ({ text }) => {
      showToast('success', text);
      onDone();
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshEarn(client),
  });
  const confirm = (): void => {
    setTried(true);
    const typed = { id, number, renews };
    if (fault === undefined) void send(typed, { typed });
  };
  return (
    <Dialog
      isOpen
      title={t('earn.productTitle', { currency, days })}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('action.cancel')}</Button>
          <Button look="accent" isBusy={isBusy} onClick={confirm}>
            {fault === undefined
              ? t('earn.confirmBuyAmount', { amount: `${grouped(number, language)} ${currency}` })
              : t('earn.confirmBuy')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <WalletAmount
          currency={currency}
          decimals={decimals}
          available={available}
          most={most}
          value={number}
          onChange={setNumber}
          error={wasTried || number !== '' ? error : undefined}
        />
        <Consequences product={product} rows={isCurrent ? rows : undefined} />
        <Switch label={t('earn.renews')} isOn={renews} onChange={setRenews} />
        <p className={styles['note']}>{t('earn.renewsNote')}</p>
        {product.earlyKeep !== '' && isCurrent && rows !== undefined && (
          <ExitTable rows={rows} currency={currency} />
        )}
      </div>
    </Dialog>
  );
}

/** Interest of the amount by each day; `isCurrent` while the rows belong to the typed amount. */
function useExitRows({ id }: LockProduct, number: string | undefined) {
  const settled = useSettled(number, SETTLE_MS);
  const { data, isPlaceholderData } = useQuery(exitTableQuery(id, settled));
  return {
    rows: data,
    isCurrent: number !== undefined && settled === number && !isPlaceholderData,
  };
}

function Consequences({
  product,
  rows,
}: {
  readonly product: LockProduct;
  readonly rows: readonly ExitRow[] | undefined;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { currency, dailyRate, earlyKeep, startsAtMs: start, endsAtMs: end } = product;
  const total = rows?.at(-1)?.interest;
  const totalText = total === undefined ? MISSING : `${grouped(total, language)} ${currency}`;
  return (
    <>
      <Facts>
        <Fact label={t('earn.ownRate')}>{`${fixed(yearRate(dailyRate), 2, { language })}%`}</Fact>
        <Fact label={t('earn.early')}>
          {earlyKeep === ''
            ? t('earn.noEarly')
            : t('earn.earlyKeeps', { rate: grouped(earlyKeep, language) })}
        </Fact>
        <Fact label={t('earn.starts')}>{dateAndTime(start)}</Fact>
        <Fact label={t('earn.ends')}>{dateAndTime(end)}</Fact>
        <Fact label={t('earn.total')}>{totalText}</Fact>
      </Facts>
      <p className={styles['note']}>{t('earn.reservedLine', { amount: totalText })}</p>
    </>
  );
}
