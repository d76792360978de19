import { useState } from 'react';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { PercentSlider } from '../../../shared/ui/percent-slider.tsx';
import { AMOUNT_DECIMALS, borrowFault, isAmount, type BorrowInputs } from '../model/borrow-form.ts';
import type { LoanOffer } from '../model/loan.ts';
import { ltvOf, mostLoan, rateOfShare, shareOfRate } from '../model/loan-math.ts';
import { BorrowDialog } from './borrow-dialog.tsx';
import styles from './forms.module.css';
import { Outcome } from './outcome.tsx';
import { useAvailable } from './use-available.ts';

interface BorrowCardProps {
  readonly offer: LoanOffer;
  readonly inputs: BorrowInputs;
  readonly onChange: (inputs: BorrowInputs) => void;
}

/**
 * The form of a loan: collateral and amount, and the ratio, the price of each level and the
 * interest that follow from them.
 */
export function BorrowCard({ offer, inputs, onChange }: BorrowCardProps) {
  const t = useTranslate();
  const language = useLanguage();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const available = useAvailable(offer.collateralId);
  const [wasTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const fault = borrowFault(inputs, offer, isLoggedIn ? available : undefined);
  const errorOf = (field: 'pledged' | 'amount'): string | undefined =>
    wasTried && fault?.field === field
      ? t(`loan.fault.${fault.fault}`, {
          least: grouped(offer.least, language),
          most: grouped(offer.most, language),
          coin: offer.coin,
          rate: grouped(offer.terms.initialRate, language),
        })
      : undefined;
  return (
    <Card title={t('loan.borrowTitle', { collateral: offer.collateral, coin: offer.coin })}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          setAsked(fault === undefined);
        }}
      >
        <Amounts
          {...{ offer, inputs, onChange, errorOf }}
          available={isLoggedIn ? available : undefined}
        />
        <RatioSlider offer={offer} inputs={inputs} onChange={onChange} />
        <Outcome offer={offer} inputs={inputs} />
        {isLoggedIn ? (
          <Button type="submit" look="accent" isWide>
            {t('loan.borrow')}
          </Button>
        ) : (
          <LoginPrompt />
        )}
      </form>
      {isAsked && (
        <BorrowDialog
          offer={offer}
          inputs={inputs}
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            setTried(false);
            onChange({ pledged: '', amount: '' });
          }}
        />
      )}
    </Card>
  );
}

interface AmountsProps extends BorrowCardProps {
  readonly available: string | undefined;
  readonly errorOf: (field: 'pledged' | 'amount') => string | undefined;
}

function Amounts({ offer, inputs, onChange, available, errorOf }: AmountsProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <>
      <AmountField
        label={t('loan.pledge')}
        unit={offer.collateral}
        value={inputs.pledged}
        decimals={AMOUNT_DECIMALS}
        onChange={(pledged) => onChange({ ...inputs, pledged })}
        error={errorOf('pledged')}
        hint={
          available !== undefined
            ? t('loan.available', {
                amount: grouped(available, language),
                coin: offer.collateral,
              })
            : undefined
        }
        action={
          available !== undefined ? (
            <Button isSmall look="text" onClick={() => onChange({ ...inputs, pledged: available })}>
              {t('loan.all')}
            </Button>
          ) : undefined
        }
      />
      <AmountField
        label={t('loan.amount')}
        unit={offer.coin}
        value={inputs.amount}
        decimals={AMOUNT_DECIMALS}
        onChange={(amount) => onChange({ ...inputs, amount })}
        error={errorOf('amount')}
        hint={t('loan.amountHint', {
          amount: fixed(offer.lendable, 2, { language, rounding: 'down' }),
          coin: offer.coin,
        })}
      />
    </>
  );
}

/** The loan as a share of the most that the collateral allows at the initial ratio. */
function RatioSlider({ offer, inputs, onChange }: BorrowCardProps) {
  const t = useTranslate();
  const { price, terms, most, lendable } = offer;
  const amountAt = (share: number): string => {
    const rate = rateOfShare(terms, share);
    const amount = mostLoan(inputs.pledged, { price, rate, bounds: [most, lendable] }, terms);
    return amount.replace(/(\.\d{2})\d+$/, '$1');
  };
  const ltv = ltvOf({ debt: inputs.amount, pledged: inputs.pledged }, price);
  return (
    <PercentSlider
      label={t('loan.share')}
      step={1}
      value={shareOfRate(terms, ltv)}
      isDisabled={!isAmount(inputs.pledged) || price === ''}
      onChange={(percent) => onChange({ ...inputs, amount: amountAt(percent) })}
    />
  );
}
