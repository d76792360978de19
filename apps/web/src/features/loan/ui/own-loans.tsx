import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateAndTime, fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { serverNowMs } from '../../../shared/server-clock.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { loansQuery } from '../api.ts';
import type { Level, Loan, LoanOffer } from '../model/loan.ts';
import { CollateralDialog } from './collateral-dialog.tsx';
import styles from './own-loans.module.css';
import { LtvBar } from './ltv-bar.tsx';
import { RepayDialog } from './repay-dialog.tsx';
import { Steps } from './steps.tsx';

/** The open loans, each with its ratio, its levels and its actions. */
export function OwnLoans({ offers }: { readonly offers: readonly LoanOffer[] }) {
  const t = useTranslate();
  const { data: loans, error, refetch } = useQuery(loansQuery);
  if (loans?.length === 0) return null;
  return (
    <Card title={t('loan.own')}>
      {loans === undefined && error === null && <Skeleton rows={3} height={64} />}
      {loans === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      <ul className={styles['loans']}>
        {loans?.map((loan) => (
          <li key={loan.id}>
            <OwnLoan loan={loan} price={offers.find(({ id }) => id === loan.offer)?.price ?? ''} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Asked = 'repay' | 'add' | 'remove';

/** @param price of the collateral now, '' where it is not known */
function OwnLoan({ loan, price }: { readonly loan: Loan; readonly price: string }) {
  const t = useTranslate();
  const [asked, ask] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => ask(undefined);
  const { id, collateral, coin, level } = loan;
  return (
    <article className={styles['loan']} aria-label={t('loan.number', { id: String(id) })}>
      <header className={styles['head']}>
        <h3>{t('loan.pair', { collateral, coin })}</h3>
        <span>{t('loan.number', { id: String(id) })}</span>
        <Badge tone={level === 0 ? 'success' : level === 3 ? 'danger' : 'warn'}>
          {level === 0 ? t('loan.noWarning') : t('loan.warnings', { level })}
        </Badge>
      </header>
      <LtvBar
        ltv={loan.ltv === '' ? undefined : loan.ltv}
        terms={loan.terms}
        coin={coin}
        priceOf={(each) => priceOf(loan, each)}
      />
      <Figures loan={loan} />
      <div className={styles['acts']}>
        <Button look="accent" onClick={() => ask('repay')}>
          {t('loan.repay')}
        </Button>
        <Button onClick={() => ask('add')}>{t('loan.add')}</Button>
        <Button onClick={() => ask('remove')}>{t('loan.remove')}</Button>
        <Button look="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('loan.history')}
        </Button>
      </div>
      {isOpen && <Steps loan={loan} />}
      {asked === 'repay' && <RepayDialog loan={loan} price={price} onClose={close} />}
      {(asked === 'add' || asked === 'remove') && (
        <CollateralDialog loan={loan} price={price} direction={asked} onClose={close} />
      )}
    </article>
  );
}

/** The price at which a loan reaches a level; undefined for the initial ratio. */
function priceOf(loan: Loan, level: Level): string | undefined {
  if (level === 'initial') return undefined;
  if (level === 'liquidation') return loan.liquidationPrice;
  return loan.warnPrices[Number(level.slice(-1)) - 1];
}

function Figures({ loan }: { readonly loan: Loan }) {
  const t = useTranslate();
  const language = useLanguage();
  const { debt, principal, interestDue, pledged, coin, collateral } = loan;
  const coins = (amount: string): string => `${grouped(amount, language)} ${coin}`;
  // The two clocks may differ by a moment, but the wait is an hour at most.
  const leftMinutes = Math.ceil((loan.nextInterestMs - serverNowMs()) / 60_000);
  const minutes = Math.min(60, Math.max(0, leftMinutes));
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('loan.debt')}</dt>
        <dd>{coins(debt)}</dd>
      </div>
      <div>
        <dt>{t('loan.principal')}</dt>
        <dd>{coins(principal)}</dd>
      </div>
      <div>
        <dt>{t('loan.interestDue')}</dt>
        <dd>{coins(interestDue)}</dd>
      </div>
      <div>
        <dt>{t('loan.column.year')}</dt>
        <dd>{`${fixed(loan.terms.yearRate, 2, { language })}%`}</dd>
      </div>
      <div>
        <dt>{t('loan.pledged')}</dt>
        <dd>{`${grouped(pledged, language)} ${collateral}`}</dd>
      </div>
      <div>
        <dt>{t('loan.nextInterest')}</dt>
        <dd>{t('loan.inMinutes', { minutes })}</dd>
      </div>
      <div>
        <dt>{t('loan.opened')}</dt>
        <dd>{dateAndTime(loan.openedMs)}</dd>
      </div>
    </dl>
  );
}
