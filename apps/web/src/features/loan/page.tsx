import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { connection } from '../../realtime/connection.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { offersQuery, refreshLoans, subscribeLoans } from './api.ts';
import type { BorrowInputs } from './model/borrow-form.ts';
import type { LoanOffer } from './model/loan.ts';
import styles from './page.module.css';
import { BorrowCard } from './ui/borrow-card.tsx';
import { EndedLoans } from './ui/ended-loans.tsx';
import { OfferList } from './ui/offer-list.tsx';
import { OwnLoans } from './ui/own-loans.tsx';
import { Simulator } from './ui/simulator.tsx';

/** Loans against coins: the offers, the form, a simulator of prices, and the own loans. */
export function LoanPage() {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data: offers, error, refetch } = useQuery(offersQuery);
  useLoanEvents();
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{t('feature.loan')}</h1>
        <p>{t('loan.about')}</p>
        <nav className={styles['ways']} aria-label={t('earn.ways')}>
          <Link to="/earn">{t('feature.earn')}</Link>
          <Link to="/savings">{t('feature.coinBank')}</Link>
          <Link to="/wealth">{t('feature.wealth')}</Link>
          <Link to="/pledge">{t('feature.pledge')}</Link>
        </nav>
      </header>
      {isLoggedIn && <OwnLoans offers={offers ?? []} />}
      {offers === undefined && error === null && <Skeleton rows={8} height={48} />}
      {offers === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {offers?.length === 0 && <Empty>{t('loan.noOffers')}</Empty>}
      {offers !== undefined && offers.length > 0 && <Choice offers={offers} />}
      {isLoggedIn && <EndedLoans />}
    </div>
  );
}

/** The offers, the form for the chosen one, and a simulator of that loan at other prices. */
function Choice({ offers }: { readonly offers: readonly LoanOffer[] }) {
  const [chosen, choose] = useState<number>();
  const [inputs, setInputs] = useState<BorrowInputs>({ pledged: '', amount: '' });
  const offer = offers.find(({ id }) => id === chosen) ?? offers[0];
  if (offer === undefined) return null;
  return (
    <>
      <OfferList
        offers={offers}
        chosen={offer.id}
        onChoose={(id) => {
          choose(id);
          setInputs({ pledged: '', amount: '' });
        }}
      />
      <div className={styles['columns']}>
        <BorrowCard key={offer.id} offer={offer} inputs={inputs} onChange={setInputs} />
        <Simulator key={`simulator-${offer.id}`} offer={offer} inputs={inputs} />
      </div>
    </>
  );
}

function useLoanEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = (): void => refreshLoans(client);
    const ends = [subscribeLoans(refresh), connection().onConnect(refresh)];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}
