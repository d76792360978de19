import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import { useQuery } from '@tanstack/react-query';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { termsQuery, type Terms } from '../api.ts';
import styles from './fee.module.css';
import { TermsCard } from './terms-card.tsx';

/** The charges of all products except spot, by the terms that are in force. */
export function OtherTerms() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(termsQuery);
  return (
    <section aria-label={t('fee.others')}>
      {data === undefined && error === null && <Skeleton rows={2} height={200} />}
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <div className={styles['terms']}>
          <Bets terms={data} />
          <Money terms={data} />
        </div>
      )}
    </section>
  );
}

function usePercent(): (plain: string) => string {
  const language = useLanguage();
  return (plain) => `${grouped(plain, language)}%`;
}

function Bets({ terms: { contracts, seconds } }: { readonly terms: Terms }) {
  const t = useTranslate();
  const percent = usePercent();
  return (
    <>
      <TermsCard
        title={t('feature.margin')}
        about={t('fee.contractsAbout')}
        rows={contracts}
        columns={[
          [t('fee.market'), ({ pair }) => pair],
          [t('fee.open'), ({ fee }) => percent(fee)],
          [t('fee.spread'), ({ spread }) => percent(spread)],
          [t('fee.overnight'), ({ overnight }) => percent(overnight)],
          [t('fee.liquidation'), ({ liquidation }) => percent(liquidation)],
        ]}
      />
      <TermsCard
        title={t('feature.seconds')}
        about={t('fee.secondsAbout')}
        rows={seconds}
        columns={[
          [t('fee.market'), ({ pair, currency }) => `${pair} · ${currency}`],
          [t('fee.stake'), ({ fee }) => percent(fee)],
          [
            t('fee.payout'),
            ({ leastPayout, mostPayout }) =>
              leastPayout === mostPayout
                ? percent(mostPayout)
                : `${percent(leastPayout)} - ${percent(mostPayout)}`,
          ],
        ]}
      />
    </>
  );
}

function Money({
  terms: { insurance, conversions, loans, withdrawals },
}: {
  readonly terms: Terms;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const percent = usePercent();
  return (
    <>
      <TermsCard
        title={t('feature.convert')}
        about={t('fee.convertAbout')}
        rows={conversions}
        columns={[
          [t('fee.coin'), ({ currency }) => currency],
          [t('fee.margin'), ({ margin }) => percent(margin)],
          [t('fee.cap'), ({ cap }) => percent(cap)],
        ]}
      />
      <div className={styles['stack']}>
        <TermsCard
          title={t('fee.insurance')}
          rows={insurance}
          columns={[
            [t('fee.coin'), ({ currency }) => currency],
            [t('fee.premium'), ({ premium }) => percent(premium)],
            [t('fee.cover'), ({ cover }) => percent(cover)],
            [t('fee.days'), ({ days }) => String(days)],
          ]}
        />
        <TermsCard
          title={t('feature.loan')}
          about={t('fee.loanAbout')}
          rows={loans}
          columns={[
            [t('fee.pair'), ({ pair }) => pair],
            [t('fee.year'), ({ year }) => `${fixed(year, 2, { language })}%`],
            [t('fee.fund'), ({ fund }) => percent(fund)],
            [t('fee.liquidation'), ({ liquidation }) => percent(liquidation)],
          ]}
        />
        <TermsCard
          title={t('fee.withdrawals')}
          about={t('fee.withdrawalsAbout')}
          rows={withdrawals}
          columns={[
            [t('fee.network'), ({ network }) => NETWORKS[network as NetworkName].label],
            [t('fee.fee'), ({ fee, currency }) => `${grouped(fee, language)} ${currency}`],
            [t('fee.least'), ({ least, currency }) => `${grouped(least, language)} ${currency}`],
          ]}
        />
      </div>
    </>
  );
}
