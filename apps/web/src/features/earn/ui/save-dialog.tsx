import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { balancesQuery } from '../../../realtime/account-feed.ts';
import { dateAndTime, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshEarn, saveCoins } from '../api.ts';
import {
  amountFault,
  dayInterest,
  least,
  yearRate,
  type SavingsProduct,
} from '../model/product.ts';
import styles from './earn.module.css';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { useFaultText } from './fault-text.ts';
import { WalletAmount } from './wallet-amount.tsx';

/** Moves coins of the spot wallet into savings. */
export function SaveDialog({
  product,
  onDone,
}: {
  readonly product: SavingsProduct;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  // Coins of today earn from the next midnight on, at that day's rate.
  const { id, currency, decimals, startsAtMs: start, nextRate } = product;
  const { data: balances } = useQuery(balancesQuery);
  const available = balances?.[product.currencyId]?.available;
  const [number, setNumber] = useState('');
  const [wasTried, setTried] = useState(false);
  const max = least(product.max, product.capacityLeft, product.todayLeft);
  const bounds = { decimals, min: product.min, max, available };
  const fault = amountFault(number, bounds);
  const day = dayInterest(number, nextRate, decimals);
  const error = useFaultText(fault, { ...bounds, currency });
  const { isBusy, send } = useMoneyCall(saveCoins, {
    onDone: (message) => {
      showToast('success', message);
      onDone();
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshEarn(client),
  });
  const confirm = (): void => {
    setTried(true);
    if (fault === undefined) void send({ id, number }, { typed: { id, number } });
  };
  return (
    <Dialog
      isOpen
      title={t('earn.savingsTitle', { currency })}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('action.cancel')}</Button>
          <Button look="accent" isBusy={isBusy} onClick={confirm}>
            {fault === undefined
              ? t('earn.saveAmount', { amount: `${grouped(number, language)} ${currency}` })
              : t('earn.save')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <WalletAmount
          currency={currency}
          decimals={decimals}
          available={available}
          most={max}
          value={number}
          onChange={setNumber}
          error={wasTried || number !== '' ? error : undefined}
        />
        <Facts>
          <Fact label={t('earn.ownRate')}>{`${fixed(yearRate(nextRate), 2, { language })}%`}</Fact>
          <Fact label={t('earn.estimate')}>
            {day === undefined ? MISSING : `${grouped(day, language)} ${currency}`}
          </Fact>
          <Fact label={t('earn.earnsFrom')}>{dateAndTime(start)}</Fact>
        </Facts>
        <p className={styles['note']}>{t('earn.savingsNote')}</p>
      </div>
    </Dialog>
  );
}
