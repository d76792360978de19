import { parseDecimal } from '@meridian/money/decimal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import {
  beginBreak,
  limitsQuery,
  refreshLimits,
  setLossLimit,
  setTimeLimit,
} from '../limits-api.ts';
import type { LossLimit, OwnLimits } from '../model/own-limits.ts';
import styles from './limits-dialog.module.css';

/** As the exchange offers them; the long ones are a self-exclusion. */
const BREAKS = ['1', '7', '30', '183', '365', '1826'] as const;
type BreakDays = (typeof BREAKS)[number];
const DAY_MINUTES = 1_440n;

interface LimitsDialogProps {
  /** The currency whose limit stands first. */
  readonly currency: number;
  readonly onClose: () => void;
}

/** The limits that customers set themselves, and a break from all of it. */
export function LimitsDialog({ currency, onClose }: LimitsDialogProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(limitsQuery);
  return (
    <Dialog
      isOpen
      title={t('seconds.limits')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <div className={styles['limits']}>
        <p>{t('seconds.limitsAbout')}</p>
        {data === undefined && error !== null && (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <Skeleton rows={6} height={44} />}
        {data !== undefined && (
          <>
            {[...data.losses]
              .sort((a, b) => rank(a, currency) - rank(b, currency))
              .map((loss) => (
                <LossPart key={loss.currencyId} loss={loss} />
              ))}
            <TimePart minutes={data.minutes} />
            <BreakPart own={data.break} nowMs={data.nowMs} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function rank({ currencyId }: LossLimit, first: number): number {
  return currencyId === first ? 0 : 1;
}

function LossPart({ loss }: { readonly loss: LossLimit }) {
  const t = useTranslate();
  const language = useLanguage();
  const [amount, setAmount] = useState('');
  const parsed = parseDecimal(amount, loss.decimals);
  const isAmount = parsed.ok && parsed.units > 0n;
  const { isBusy, failure, send } = useLimitCall(setLossLimit, () => setAmount(''));
  const { currencyId: currency, currency: name, limit, next } = loss;
  const money = (plain: string): string => `${grouped(plain, language)} ${name}`;
  return (
    <Part title={t('seconds.lossLimit', { currency: name })}>
      <p>
        {limit === undefined
          ? t('seconds.noLimit')
          : t('seconds.lossNow', {
              limit: money(limit),
              lost: money(loss.lost),
              open: money(loss.open),
              left: money(loss.left ?? '0'),
            })}
      </p>
      {next !== undefined && (
        <Waits
          fromMs={next.fromMs}
          limit={next.limit === undefined ? undefined : money(next.limit)}
        />
      )}
      <AmountField
        label={t('seconds.mostLoss')}
        unit={name}
        value={amount}
        decimals={loss.decimals}
        onChange={setAmount}
        error={isAmount || amount === '' ? undefined : t('seconds.error.amount')}
      />
      <FormFailure text={failure?.message} />
      <Buttons
        isBusy={isBusy}
        isReady={isAmount}
        hasLimit={limit !== undefined}
        onSet={() => void send({ currency, amount }, { isSetting: true })}
        onRemove={() => void send({ currency, amount: undefined }, { isSetting: true })}
      />
    </Part>
  );
}

function TimePart({ minutes: { limit, next, endsMs } }: Pick<OwnLimits, 'minutes'>) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const parsed = parseDecimal(typed, 0);
  const isTime = parsed.ok && parsed.units > 0n && parsed.units <= DAY_MINUTES;
  const { isBusy, failure, send } = useLimitCall(setTimeLimit, () => setTyped(''));
  return (
    <Part title={t('seconds.timeLimit')}>
      <p>
        {limit === undefined ? t('seconds.noLimit') : t('seconds.timeNow', { minutes: limit })}{' '}
        {endsMs > 0 && t('seconds.timeEnds', { time: dateAndTime(endsMs) })}
      </p>
      {next !== undefined && (
        <Waits
          fromMs={next.fromMs}
          limit={
            next.limit === undefined ? undefined : t('seconds.minutes', { minutes: next.limit })
          }
        />
      )}
      <AmountField
        label={t('seconds.mostMinutes')}
        unit={undefined}
        value={typed}
        decimals={0}
        onChange={setTyped}
        error={isTime || typed === '' ? undefined : t('seconds.error.minutes')}
      />
      <FormFailure text={failure?.message} />
      <Buttons
        isBusy={isBusy}
        isReady={isTime}
        hasLimit={limit !== undefined}
        onSet={() => void send({ minutes: Number(typed) }, { isSetting: true })}
        onRemove={() => void send({ minutes: undefined }, { isSetting: true })}
      />
    </Part>
  );
}

/** A break cannot be taken back, so the form shows its end before it is sent. */
function BreakPart({ own, nowMs }: { readonly own: OwnLimits['break']; readonly nowMs: number }) {
  const t = useTranslate();
  const [days, setDays] = useState<BreakDays>('1');
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, send } = useLimitCall(beginBreak, () => setAsking(false));
  const until = dateAndTime(nowMs + Number(days) * 86_400_000);
  return (
    <Part title={t('seconds.break')}>
      <p>{t('seconds.breakAbout')}</p>
      {own !== undefined && (
        <p className={styles['waits']} role="status">
          {t(own.isExclusion ? 'seconds.onExclusion' : 'seconds.onBreak', {
            time: dateAndTime(own.endsMs),
          })}
        </p>
      )}
      <SelectField
        label={t('seconds.breakLength')}
        value={days}
        onChange={({ target }) => {
          setDays(target.value as BreakDays);
          setAsking(false);
        }}
        options={BREAKS.map((value) => ({ value, label: t(`seconds.breakDays.${value}`) }))}
      />
      <FormFailure text={failure?.message} />
      {isAsking ? (
        <>
          <p role="status">{t('seconds.breakAsk', { time: until })}</p>
          <div className={styles['buttons']}>
            <Button onClick={() => setAsking(false)}>{t('action.cancel')}</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => void send({ days: Number(days) })}>
              {t('seconds.breakConfirm')}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles['buttons']}>
          <Button onClick={() => setAsking(true)}>{t('seconds.breakBegin')}</Button>
        </div>
      )}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['part']} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A looser limit that holds later; undefined for none. */
function Waits({ fromMs, limit }: { readonly fromMs: number; readonly limit: string | undefined }) {
  const t = useTranslate();
  return (
    <p className={styles['waits']} role="status">
      {t('seconds.limitWaits', { time: dateAndTime(fromMs), limit: limit ?? t('seconds.noLimit') })}
    </p>
  );
}

interface ButtonsProps {
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly hasLimit: boolean;
  readonly onSet: () => void;
  readonly onRemove: () => void;
}

function Buttons({ isBusy, isReady, hasLimit, onSet, onRemove }: ButtonsProps) {
  const t = useTranslate();
  return (
    <div className={styles['buttons']}>
      <Button look="accent" isBusy={isBusy} disabled={!isReady} onClick={onSet}>
        {t('seconds.limitSet')}
      </Button>
      {hasLimit && (
        <Button isBusy={isBusy} onClick={onRemove}>
          {t('seconds.limitRemove')}
        </Button>
      )}
    </div>
  );
}

function useLimitCall<Input>(
  request: Parameters<typeof useMoneyCall<Input, string>>[0],
  onDone: () => void,
) {
  const client = useQueryClient();
  return useMoneyCall(request, {
    onDone: (message) => {
      showToast('success', message);
      onDone();
    },
    refresh: () => refreshLimits(client),
  });
}
