import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { isAmount, type BorrowInputs } from '../model/borrow-form.ts';
import { rateOf, type LoanOffer } from '../model/loan.ts';
import { dayInterest, firstDebt, ltvOf, priceAt } from '../model/loan-math.ts';
import styles from './forms.module.css';
import { LtvBar } from './ltv-bar.tsx';

interface OutcomeProps {
  readonly offer: LoanOffer;
  readonly inputs: BorrowInputs;
}

/** The ratio with the price of each level, and the interest that it keeps. */
export function Outcome({ offer, inputs }: OutcomeProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { terms, rules, coin } = offer;
  const { pledged, amount } = inputs;
  const debt = isAmount(amount) ? firstDebt(amount, terms) : undefined;
  const owed = debt === undefined || !isAmount(pledged) ? undefined : { debt, pledged };
  const interest = isAmount(amount) ? dayInterest(amount, terms) : undefined;
  return (
    <div className={styles['outcome']}>
      <LtvBar
        ltv={owed && ltvOf(owed, offer.price)}
        terms={terms}
        coin={coin}
        priceOf={(level) => owed && priceAt(owed, rateOf(terms, level), rules.priceStep)}
      />
      <dl className={styles['sums']}>
        <dt>{t('loan.column.year')}</dt>
        <dd>{`${fixed(terms.yearRate, 2, { language })}%`}</dd>
        <dt>{t('loan.interestDay')}</dt>
        <dd>{interest === undefined ? '--' : `${grouped(interest, language)} ${coin}`}</dd>
        <dt>{t('loan.liquidationFee')}</dt>
        <dd>{`${grouped(terms.liquidationFeeRate, language)}%`}</dd>
      </dl>
    </div>
  );
}
