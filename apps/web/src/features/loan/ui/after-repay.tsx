import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Loan } from '../model/loan.ts';
import { ltvOf, type Owed } from '../model/loan-math.ts';
import styles from './forms.module.css';
import { LtvBar } from './ltv-bar.tsx';

interface AfterRepayProps {
  readonly loan: Loan;
  /** Of the collateral now, '' where it is not known. */
  readonly price: string;
  /** The loan after the payment; undefined while there is none. */
  readonly after: Owed | undefined;
}

/** Debt, collateral and ratio of a loan after a payment. */
export function AfterRepay({ loan, price, after }: AfterRepayProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { terms, coin, collateral } = loan;
  const isOver = after?.debt === '0';
  return (
    <>
      {!isOver && <LtvBar ltv={ltvOf(after ?? loan, price)} terms={terms} coin={coin} />}
      {after !== undefined && (
        <dl className={styles['sums']}>
          <dt>{t('loan.debtAfter')}</dt>
          <dd>{`${grouped(after.debt, language)} ${coin}`}</dd>
          <dt>{t(isOver ? 'loan.pledgedFree' : 'loan.pledgedAfter')}</dt>
          <dd>{`${grouped(after.pledged, language)} ${collateral}`}</dd>
        </dl>
      )}
    </>
  );
}
