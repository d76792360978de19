import { useQuery } from '@tanstack/react-query';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { stepsQuery } from '../api.ts';
import type { Loan, LoanStep } from '../model/loan.ts';
import styles from './steps.module.css';

/** The events of a loan, newest first: each warning with the channels by which it was sent. */
export function Steps({ loan }: { readonly loan: Loan }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(stepsQuery(loan.id));
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={3} height={40} />
    ) : (
      <Failure message={error.message} onRetry={() => void refetch()} />
    );
  if (data.length === 0) return <Empty>{t('loan.noHistory')}</Empty>;
  return (
    <>
      <p className={styles['zone']}>{t('inbox.zone')}</p>
      <ol className={styles['steps']}>
        {data.map((step, index) => (
          <li key={`${step.atMs}-${index}`} data-kind={step.kind}>
            <time dateTime={new Date(step.atMs).toISOString()}>{dateAndTime(step.atMs)}</time>
            <StepText step={step} loan={loan} />
          </li>
        ))}
      </ol>
    </>
  );
}

function StepText({ step, loan }: { readonly step: LoanStep; readonly loan: Loan }) {
  const t = useTranslate();
  const language = useLanguage();
  const money = (amount: string): string => `${grouped(amount, language)} ${loan.coin}`;
  const coins = (amount: string): string => `${grouped(amount, language)} ${loan.collateral}`;
  const { kind, level, channels } = step;
  const isOfCoins = kind === 'added' || kind === 'removed';
  return (
    <div>
      <p>
        {t(`loan.step.${kind}`, {
          amount: isOfCoins ? coins(step.amount) : money(step.amount),
          interest: money(step.interest),
          level,
          price: step.price === '' ? '--' : grouped(step.price, language),
          debt: step.debt === '' ? '--' : money(step.debt),
          sold: step.sold === '' ? '--' : coins(step.sold),
          average: step.averagePrice === '' ? '--' : grouped(step.averagePrice, language),
          proceeds: step.proceeds === '' ? '--' : money(step.proceeds),
          fee: step.fee === '' ? '--' : money(step.fee),
          order: String(step.order),
          pledged: coins(step.pledged),
          principal: money(step.principal),
        })}
      </p>
      {channels.length > 0 && (
        <p className={styles['channels']}>
          {channels
            .map(({ channel, atMs }) =>
              t('loan.toldBy', { channel: t(`loan.channel.${channel}`), time: dateAndTime(atMs) }),
            )
            .join(' · ')}
        </p>
      )}
    </div>
  );
}
