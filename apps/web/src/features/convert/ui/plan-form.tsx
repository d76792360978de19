import { MOST_SPREAD_BPS, PLAN_DAYS } from '@meridian/contract/convert/bounds';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { momentIn } from '../../../shared/dates.ts';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { serverNowMs } from '../../../shared/server-clock.ts';
import { useSession } from '../../../shared/session.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshConvert, startPlan } from '../api.ts';
import type { Coin, EveryDays } from '../model/conversion.ts';
import { amountError, firstTimeMs, minuteOf } from '../model/convert-form.ts';
import styles from './convert.module.css';
import { ConvertSide } from './convert-side.tsx';
import { CoinChoice } from './coin-choice.tsx';
import { useBalance } from './use-balance.ts';
import { useErrorText } from './use-error-text.ts';
import { useTwoCoins } from './use-two-coins.ts';

const FIRST_CLOCK = '10:00';
/** The usual upper bound of the spread of a purchase through the hub. */
const FIRST_SPREAD_BPS = '100';

/**
 * The form of a recurring purchase: the coins, the interval, and the largest distance from the
 * index.
 */
export function PlanForm({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const form = usePlanForm(coins);
  const { values, change, errors, nextMs, isBusy, failure } = form;
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <ConvertSide {...form.given} coins={coins} />
      <CoinChoice
        label={t('convert.plans.buy')}
        coins={coins}
        value={form.to.id}
        onChange={form.chooseTo}
      />
      <div className={styles['choice']}>
        <span>{t('convert.plans.every')}</span>
        <Segments
          label={t('convert.plans.every')}
          size="roomy"
          value={String(values.everyDays)}
          onChange={(name) =>
            change({ everyDays: PLAN_DAYS.find((days) => String(days) === name) ?? 7 })
          }
          options={PLAN_DAYS.map((days) => ({
            name: String(days),
            label: t('convert.plans.days', { days }),
          }))}
        />
      </div>
      <div className={styles['two']}>
        <TextField
          type="time"
          label={t('convert.plans.clock')}
          value={values.clock}
          error={errors.clock}
          onChange={(event) => change({ clock: event.target.value })}
        />
        <AmountField
          label={t('convert.plans.maxSpread')}
          unit={t('convert.plans.unit')}
          decimals={0}
          value={values.maxSpread}
          error={errors.maxSpread}
          onChange={(maxSpread) => change({ maxSpread })}
        />
      </div>
      <p className={styles['note']}>
        {nextMs === undefined ? '' : t('convert.plans.first', { time: momentIn(language, nextMs) })}{' '}
        {t('convert.plans.skipNote', { bps: grouped(values.maxSpread || '0', language) })}
      </p>
      <FormFailure text={failure?.message} />
      {isLoggedIn ? (
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('convert.plans.start')}
        </Button>
      ) : (
        <LoginPrompt />
      )}
    </form>
  );
}

interface Values {
  readonly amount: string;
  readonly everyDays: EveryDays;
  readonly clock: string;
  readonly maxSpread: string;
}

const FIRST: Values = {
  amount: '',
  everyDays: 7,
  clock: FIRST_CLOCK,
  maxSpread: FIRST_SPREAD_BPS,
};

function usePlanForm(coins: readonly Coin[]) {
  const t = useTranslate();
  const errorText = useErrorText();
  const language = useLanguage();
  const client = useQueryClient();
  const balanceOf = useBalance();
  const { from, to, choose } = useTwoCoins(coins);
  const [values, setValues] = useState(FIRST);
  const [wasTried, setTried] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(startPlan, {
    onDone: ({ message }) => {
      showToast('success', message);
      setTried(false);
      setValues((now) => ({ ...now, amount: '' }));
    },
    refresh: () => refreshConvert(client),
  });
  const minute = minuteOf(values.clock);
  // The wallet may be filled later, so the present balance is no condition.
  const problem = amountError(values.amount, from, 'from', undefined);
  const spread = /^\d{1,4}$/.test(values.maxSpread) ? Number(values.maxSpread) : undefined;
  const margin = from.marginBps + to.marginBps;
  const spreadFault =
    spread === undefined || spread > MOST_SPREAD_BPS
      ? t('convert.plans.spreadError', { most: grouped(String(MOST_SPREAD_BPS), language) })
      : spread < margin
        ? t('convert.plans.spreadLow', { bps: margin })
        : undefined;
  const change = (next: Partial<Values>): void => setValues((now) => ({ ...now, ...next }));
  return {
    ...{ to, values, change, isBusy, failure },
    nextMs: minute === undefined ? undefined : firstTimeMs(minute, serverNowMs()),
    chooseTo: (id: number) => choose('to', id),
    errors: {
      clock: wasTried && minute === undefined ? t('convert.plans.clockError') : undefined,
      maxSpread: wasTried ? spreadFault : undefined,
    },
    given: {
      side: 'from' as const,
      coin: from,
      value: values.amount,
      balance: balanceOf(from),
      most: undefined,
      error: wasTried ? errorText(problem) : undefined,
      onCoin: (id: number) => choose('from', id),
      onAmount: (amount: string) => change({ amount }),
    },
    submit: (): void => {
      setTried(true);
      if (problem !== undefined || minute === undefined || spread === undefined) return;
      if (spreadFault !== undefined) return;
      const { amount, everyDays } = values;
      const typed = {
        ...{ from: from.id, to: to.id, amount, everyDays, minute },
        maxSpreadBps: spread,
      };
      void send(typed, { typed });
    },
  };
}
