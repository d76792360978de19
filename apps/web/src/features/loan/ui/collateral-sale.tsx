import { compareDecimals } from '@meridian/money/decimal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { useTimeLeft } from '../../../shared/ui/use-time-left.ts';
import {
  askCollateralQuote,
  collateralQuoteOf,
  refreshLoans,
  repayByQuote,
  type CollateralQuote,
} from '../api.ts';
import { AMOUNT_DECIMALS, isAmount } from '../model/borrow-form.ts';
import type { Loan } from '../model/loan.ts';
import { afterPaying } from '../model/loan-math.ts';
import { AfterRepay } from './after-repay.tsx';
import styles from './forms.module.css';

interface CollateralSaleProps {
  readonly loan: Loan;
  /** Of the collateral now, '' where it is not known. */
  readonly price: string;
  readonly onDone: () => void;
}

/**
 * Repays by selling collateral at a firm price: an amount, its price for some seconds, one press.
 */
export function CollateralSale({ loan, price, onDone }: CollateralSaleProps) {
  const t = useTranslate();
  const [amount, setAmount] = useState('');
  const [wasTried, setTried] = useState(false);
  const [quote, setQuote] = useState<CollateralQuote>();
  const { isBusy, failure, send } = useMoneyCall(askCollateralQuote, {
    refresh: () => undefined,
    onDone: (made) => setQuote(collateralQuoteOf(made, Date.now())),
  });
  const error = !isAmount(amount)
    ? t('loan.fault.amountMissing')
    : compareDecimals(amount, loan.pledged) === 1
      ? t('loan.fault.collateral')
      : undefined;
  const change = (typed: string): void => {
    setAmount(typed);
    setQuote(undefined);
  };
  const ask = (): void => {
    setTried(true);
    if (error === undefined) void send({ loan, amount });
  };
  return (
    <div className={styles['outcome']}>
      <AmountField
        label={t('loan.collateralSold')}
        unit={loan.collateral}
        value={amount}
        decimals={AMOUNT_DECIMALS}
        onChange={change}
        error={wasTried ? error : undefined}
        action={
          <Button look="text" isSmall onClick={() => change(loan.pledged)}>
            {t('action.max')}
          </Button>
        }
      />
      {quote === undefined ? (
        <>
          <AfterRepay loan={loan} price={price} after={undefined} />
          <FormFailure text={failure?.message} />
          <Button look="accent" isWide isBusy={isBusy} onClick={ask}>
            {t('loan.askQuote')}
          </Button>
        </>
      ) : (
        <Offer key={quote.id} {...{ loan, price, quote, onDone }} onAskAgain={ask} />
      )}
    </div>
  );
}

interface OfferProps extends CollateralSaleProps {
  readonly quote: CollateralQuote;
  readonly onAskAgain: () => void;
}

function Offer({ loan, price, quote, onAskAgain, onDone }: OfferProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const leftMs = useTimeLeft(quote.endMs);
  const { isBusy, failure, send } = useMoneyCall(repayByQuote, {
    onDone: ({ message }) => {
      showToast('success', message);
      onDone();
    },
    refresh: () => refreshLoans(client),
  });
  const isOver = leftMs === 0 && !isBusy;
  return (
    <>
      <dl className={styles['sums']}>
        <dt>{t('loan.quoteBrings')}</dt>
        <dd>{`${grouped(quote.brings, language)} ${loan.coin}`}</dd>
        <dt>{t('loan.priceOf', { collateral: loan.collateral })}</dt>
        <dd>{`${grouped(quote.price, language)} ${loan.coin}`}</dd>
        <dt>{t('loan.quoteSpread')}</dt>
        <dd>{t('loan.bps', { bps: quote.spreadBps })}</dd>
        <dt>{t('loan.debt')}</dt>
        <dd>{`${grouped(loan.debt, language)} ${loan.coin}`}</dd>
      </dl>
      <AfterRepay
        loan={loan}
        price={price}
        after={afterPaying(loan, { paid: quote.brings, sold: quote.sold })}
      />
      <p className={styles['note']} role={isOver ? 'status' : undefined}>
        {isOver ? t('loan.quoteOver') : t('loan.quoteLeft', { seconds: Math.ceil(leftMs / 1_000) })}
      </p>
      <FormFailure text={failure?.message} />
      {isOver ? (
        <Button look="accent" isWide onClick={onAskAgain}>
          {t('loan.askQuote')}
        </Button>
      ) : (
        <Button
          look="accent"
          isWide
          isBusy={isBusy}
          onClick={() => void send({ loan: loan.id, quote: quote.id })}
        >
          {t('loan.sellAndRepay')}
        </Button>
      )}
    </>
  );
}
