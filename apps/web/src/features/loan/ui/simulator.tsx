import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { PercentSlider } from '../../../shared/ui/percent-slider.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { loansQuery } from '../api.ts';
import { isAmount, type BorrowInputs } from '../model/borrow-form.ts';
import type { LoanOffer, LoanTerms } from '../model/loan.ts';
import {
  firstDebt,
  levelAt,
  ltvOf,
  partOfPrice,
  saleAt,
  type Owed,
  type Sale,
} from '../model/loan-math.ts';
import styles from './forms.module.css';
import { LtvBar } from './ltv-bar.tsx';

interface SimulatorProps {
  readonly offer: LoanOffer;
  readonly inputs: BorrowInputs;
}

/** Collateral and amount of the example that stands while nothing is typed. */
const EXAMPLE = { pledged: '1', share: 60 } as const;
const TYPED = 'typed';

/** The effect of a dragged or typed price on a loan. It changes nothing. */
export function Simulator({ offer, inputs }: SimulatorProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [typed, setTyped] = useState<string>();
  const { subject, terms, owed, choose, choices } = useSubject({ offer, inputs });
  const price = typed ?? offer.price;
  const percent = offer.price === '' ? 0 : (Number(price) / Number(offer.price)) * 100;
  const ltv = ltvOf(owed, price);
  const level = ltv === undefined ? undefined : levelAt(ltv, terms);
  const sale =
    level === 'liquidation' ? saleAt(owed, price, { terms, rules: offer.rules }) : undefined;
  return (
    <Card title={t('loan.simulator')} about={t('loan.simulatorAbout')}>
      <div className={styles['form']}>
        <SelectField
          label={t('loan.simulated')}
          value={subject}
          onChange={({ target }) => choose(target.value)}
          options={choices}
        />
        <p className={styles['note']}>
          {t('loan.simulatedLoan', {
            debt: `${grouped(owed.debt, language)} ${offer.coin}`,
            pledged: `${grouped(owed.pledged, language)} ${offer.collateral}`,
          })}
        </p>
        <AmountField
          label={t('loan.priceOf', { collateral: offer.collateral })}
          unit={offer.coin}
          value={price}
          onChange={setTyped}
          hint={t('loan.priceNow', { price: grouped(offer.price, language), coin: offer.coin })}
        />
        <PercentSlider
          label={t('loan.priceShare')}
          step={1}
          value={Math.max(0, Math.min(100, Math.round(Number.isFinite(percent) ? percent : 0)))}
          isDisabled={offer.price === ''}
          onChange={(share) => setTyped(partOfPrice(offer.price, share, offer.rules.priceStep))}
        />
        <LtvBar ltv={ltv} terms={terms} coin={offer.coin} />
        <p className={styles['note']} role="status">
          {sale === undefined ? (
            t('loan.nothingSold')
          ) : (
            <SaleText offer={offer} sale={sale} price={price} />
          )}
        </p>
      </div>
    </Card>
  );
}

function SaleText({
  offer,
  sale,
  price,
}: {
  readonly offer: LoanOffer;
  readonly sale: Sale;
  readonly price: string;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const after = ltvOf(sale.after, price);
  return t('loan.wouldSell', {
    sold: `${grouped(sale.sold, language)} ${offer.collateral}`,
    fee: `${fixed(sale.fee, 2, { language })} ${offer.coin}`,
    pledged: `${grouped(sale.after.pledged, language)} ${offer.collateral}`,
    debt: `${fixed(sale.after.debt, 2, { language })} ${offer.coin}`,
    ltv: after === undefined ? '--' : grouped(after, language),
  });
}

interface Subject {
  readonly subject: string;
  readonly terms: LoanTerms;
  readonly owed: Owed;
  readonly choose: (subject: string) => void;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** The loan that the price is applied to: an own one of these coins, or that of the form. */
function useSubject({ offer, inputs }: SimulatorProps): Subject {
  const t = useTranslate();
  const { data: loans = [] } = useQuery(loansQuery);
  const [wanted, choose] = useState<string>();
  const own = loans.filter(
    ({ collateralId, coinId }) => collateralId === offer.collateralId && coinId === offer.coinId,
  );
  // An own loan comes before an example.
  const chosen = wanted ?? (isTyped(inputs) ? TYPED : String(own[0]?.id ?? TYPED));
  const loan = own.find(({ id }) => String(id) === chosen);
  return {
    subject: loan === undefined ? TYPED : chosen,
    terms: loan?.terms ?? offer.terms,
    owed: loan ?? owedOf(offer, inputs),
    choose,
    choices: [
      { value: TYPED, label: t(isTyped(inputs) ? 'loan.newLoan' : 'loan.example') },
      ...own.map(({ id }) => ({ value: String(id), label: t('loan.number', { id: String(id) }) })),
    ],
  };
}

function isTyped({ pledged, amount }: BorrowInputs): boolean {
  return isAmount(pledged) && isAmount(amount);
}

/** The loan of the form, or an example. */
function owedOf({ price, terms, rules }: LoanOffer, { pledged, amount }: BorrowInputs): Owed {
  if (isTyped({ pledged, amount })) return { debt: firstDebt(amount, terms) ?? '0', pledged };
  return {
    debt: partOfPrice(price, EXAMPLE.share, rules.priceStep) || '0',
    pledged: EXAMPLE.pledged,
  };
}
