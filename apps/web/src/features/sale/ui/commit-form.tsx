import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { balancesQuery } from '../../../realtime/account-feed.ts';
import { MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { commit, refreshSales } from '../api.ts';
import {
  commitFault,
  type CommitFault,
  estimate,
  isAboveCap,
  mostMore,
  ownCommitted,
  type Sale,
} from '../model/sale.ts';
import { useAmounts } from './amounts.ts';
import styles from './sale.module.css';

/** Commits money, or more of it. The consequences are shown before. */
export function CommitForm({ sale }: { readonly sale: Sale }) {
  const t = useTranslate();
  const client = useQueryClient();
  const { inMoney } = useAmounts(sale);
  const { id, kind, money } = sale;
  const { data: balances } = useQuery(balancesQuery);
  // A currency that nobody ever had is not in the list.
  const available = balances && (balances[money.id]?.available ?? '0');
  const [number, setNumber] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const fault = commitFault(sale, number, available);
  const error = useFaultText(sale, fault);
  const { isBusy, failure, send } = useMoneyCall(commit[kind], {
    onDone: (_, input) => {
      showToast('success', t('sale.done', { amount: inMoney(input.number) }));
      setNumber('');
      setTried(false);
    },
    refresh: () => {
      setAsking(false);
      refreshSales(client);
    },
  });
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (fault === undefined) setAsking(true);
      }}
    >
      <SpotAmount
        sale={sale}
        available={available}
        value={number}
        onChange={setNumber}
        error={wasTried || number !== '' ? error : undefined}
      />
      <Consequences sale={sale} number={fault === undefined ? number : undefined} />
      <FormFailure text={failure?.message} />
      {failure?.code === 'sale_unverified' && <Link to="/authentication">{t('sale.verify')}</Link>}
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {fault === undefined
          ? t('sale.commitAmount', { amount: inMoney(number) })
          : t('sale.commit')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('sale.confirmTitle', { amount: inMoney(fault === undefined ? number : '0') })}
        confirmLabel={t('sale.commit')}
        look="accent"
        isBusy={isBusy}
        onConfirm={() => void send({ id, number }, { typed: { id, number } })}
        onCancel={() => setAsking(false)}
      >
        <p>{sale.title}</p>
        <Rules sale={sale} number={number} />
      </ConfirmDialog>
    </form>
  );
}

interface SpotAmountProps {
  readonly sale: Sale;
  /** Undefined while it is not known. */
  readonly available: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** An amount of the spot wallet in whole lots. */
function SpotAmount({ sale, available, ...field }: SpotAmountProps) {
  const t = useTranslate();
  const { inMoney } = useAmounts(sale);
  const { name, decimals } = sale.money;
  return (
    <AmountField
      label={t('sale.amount')}
      unit={name}
      decimals={decimals}
      hint={t('sale.available', { amount: available === undefined ? MISSING : inMoney(available) })}
      keepsHint
      action={
        available !== undefined && (
          <Button look="text" isSmall onClick={() => field.onChange(mostMore(sale, available))}>
            {t('action.max')}
          </Button>
        )
      }
      {...field}
    />
  );
}

function Consequences({
  sale,
  number,
}: {
  readonly sale: Sale;
  /** Undefined while nothing is typed that could be committed. */
  readonly number: string | undefined;
}) {
  const t = useTranslate();
  const { inCoins, inMoney } = useAmounts(sale);
  const own = ownCommitted(sale);
  const { kind, coins } = estimate(sale, number ?? '0');
  const isEmpty = number === undefined && own === '0';
  return (
    <>
      <Facts>
        <Fact label={t('sale.already')}>{inMoney(own)}</Fact>
        <Fact label={t('sale.more')}>{inMoney(mostMore(sale))}</Fact>
        <Fact label={t('sale.estimate')}>
          {isEmpty ? MISSING : t(`sale.estimate.${kind}`, { coins: inCoins(coins) })}
        </Fact>
      </Facts>
      <div className={styles['note']}>
        <Rules sale={sale} number={number ?? '0'} />
      </div>
    </>
  );
}

/**
 * The rules of a commitment: the cap, how long the money is held, and the use of the part that buys
 * nothing.
 */
function Rules({ sale, number }: { readonly sale: Sale; readonly number: string }) {
  const t = useTranslate();
  const { inMoney } = useAmounts(sale);
  const { kind, closes, cap } = sale;
  return (
    <>
      {isAboveCap(sale, number) && <p>{t('sale.aboveCap', { cap: inMoney(cap) })}</p>}
      <p>{t('sale.held', { end: closes })}</p>
      <p>{t(kind === 'crowd' ? 'sale.restOfCrowd' : 'sale.rest')}</p>
    </>
  );
}

function useFaultText(sale: Sale, fault: CommitFault | undefined): string | undefined {
  const t = useTranslate();
  const { inMoney } = useAmounts(sale);
  switch (fault) {
    case 'syntax':
      return t('sale.error.amount');
    case 'lots':
      return t('sale.error.lots', { amount: inMoney(sale.lotPrice) });
    case 'tooSmall':
      return t('sale.error.tooSmall', { amount: inMoney(sale.min) });
    case 'tooLarge':
      return t('sale.error.tooLarge', { amount: inMoney(mostMore(sale)) });
    case 'balance':
      return t('sale.error.balance');
    case undefined:
      return undefined;
  }
}
