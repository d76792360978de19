import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { momentIn } from '../../../shared/dates.ts';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { endPlan, plansQuery, refreshConvert } from '../api.ts';
import type { Plan, PlanRun } from '../model/conversion.ts';
import styles from './convert.module.css';

/** Own recurring purchases, with their last times and why one was skipped. */
export function PlanList() {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data, error, refetch } = useQuery(plansQuery);
  if (!isLoggedIn) return <Empty>{t('convert.loginToSee')}</Empty>;
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={3} height={64} />
    ) : (
      <Failure message={error.message} onRetry={() => void refetch()} />
    );
  if (data.length === 0) return <Empty>{t('convert.plans.none')}</Empty>;
  return (
    <ul className={styles['plans']}>
      {data.map((plan) => (
        <PlanRow key={plan.id} plan={plan} />
      ))}
    </ul>
  );
}

function PlanRow({ plan }: { readonly plan: Plan }) {
  const t = useTranslate();
  const language = useLanguage();
  const { fromCode, toCode, amount, everyDays, maxSpreadBps, nextMs, runs } = plan;
  return (
    <li>
      <div className={styles['plan']}>
        <h3>
          {t('convert.plans.sentence', {
            amount: `${grouped(amount, language)} ${fromCode}`,
            coin: toCode,
            days: everyDays,
          })}
        </h3>
        <EndButton plan={plan} />
      </div>
      <p className={styles['note']}>
        {t('convert.plans.next', { time: momentIn(language, nextMs) })}{' '}
        {t('convert.plans.skipNote', { bps: grouped(String(maxSpreadBps), language) })}
      </p>
      {runs.length > 0 && (
        <ul className={styles['runs']}>
          {runs.map((run) => (
            <li key={run.due}>
              <span>{run.due}</span>
              <RunResult run={run} plan={plan} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function RunResult({ run, plan }: { readonly run: PlanRun; readonly plan: Plan }) {
  const t = useTranslate();
  const language = useLanguage();
  const { fromCode, toCode } = plan;
  if (run.skipped !== '')
    return <span>{t('convert.plans.skipped', { why: t(`convert.skip.${run.skipped}`) })}</span>;
  const given = `${grouped(run.fromAmount, language)} ${fromCode}`;
  const got = `${grouped(run.toAmount, language)} ${toCode}`;
  return <span>{`${given} → ${got} · ${t('convert.bps', { bps: run.spreadBps ?? 0 })}`}</span>;
}

function EndButton({ plan }: { readonly plan: Plan }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(endPlan, {
    onDone: ({ message }) => {
      setAsked(false);
      showToast('success', message);
    },
    refresh: () => refreshConvert(client),
  });
  return (
    <>
      <Button isSmall onClick={() => setAsked(true)}>
        {t('convert.plans.end')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('convert.plans.askEnd')}
        confirmLabel={t('convert.plans.end')}
        isBusy={isBusy}
        onConfirm={() => void send({ id: plan.id })}
        onCancel={() => setAsked(false)}
        fields={<FormFailure text={failure?.message} />}
      >
        <p>{t('convert.plans.endAbout')}</p>
      </ConfirmDialog>
    </>
  );
}
