import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useMarketRules } from '../../../realtime/market-rules.ts';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { localValues } from '../../../shared/local-values.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import {
  durationsQuery,
  payableQuery,
  refreshTerms,
  refreshTickets,
  submitTicket,
} from '../api.ts';
import { useDraft } from '../draft.ts';
import { ticketError, ticketSummary, type TicketInputs } from '../model/ticket-form.ts';
import { askAbout, directionAsked, type TicketQuestion } from '../model/ticket-question.ts';
import type { Direction, Duration, PayableCurrency } from '../model/ticket.ts';
import { InsuranceLine } from './insurance-line.tsx';
import { LimitsButton, useLimitNotice } from './own-limits.tsx';
import styles from './ticket-panel.module.css';

/** USDT, where no other currency is chosen. */
const DEFAULT_CURRENCY = 3;

interface TicketPanelProps {
  readonly market: Market;
  readonly funding: ReactNode;
  readonly onSent: () => void;
}

/** The panel that places a ticket: currency, amount, duration and direction. */
export function TicketPanel({ market, funding, onSent }: TicketPanelProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const { data: currencies, error, refetch } = useQuery(payableQuery(market.id));
  useMarketRules(market, ['market', 'seconds'], () => refreshTerms(client));
  const { draft, change } = useDraft(market.key);
  const chosen = draft.currency ?? DEFAULT_CURRENCY;
  const currency = currencies?.find(({ id }) => id === chosen) ?? currencies?.[0];
  return (
    <Panel title={t('seconds.trade')} area="form" tools={funding}>
      {currencies === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {currencies === undefined && error === null && <Skeleton rows={8} height={44} />}
      {currencies !== undefined && currency === undefined && (
        <Empty>{t('seconds.noMarkets')}</Empty>
      )}
      {currencies !== undefined && currency !== undefined && (
        <div className={styles['panel']}>
          {currencies.length > 1 && (
            <Segments
              isFilled
              size="roomy"
              label={t('seconds.currency')}
              value={String(currency.id)}
              onChange={(id) => change({ currency: Number(id), stake: '' })}
              options={currencies.map(({ id, name }) => ({ name: String(id), label: name }))}
            />
          )}
          <TicketForm key={currency.id} market={market} currency={currency} onSent={onSent} />
        </div>
      )}
    </Panel>
  );
}

interface TicketFormProps extends Pick<TicketPanelProps, 'market' | 'onSent'> {
  readonly currency: PayableCurrency;
}

function TicketForm({ market, currency, onSent }: TicketFormProps) {
  const t = useTranslate();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const { data: durations = [] } = useQuery(durationsQuery(market.id, currency.id));
  const ticket = useTicket({ market, currency, durations, isLoggedIn, onSent });
  const { stake, change, duration, sums, asked, isOpen } = ticket;
  const setStake = (typed: string): void => change({ currency: currency.id, stake: typed });
  return (
    <>
      <Available currency={currency} isLoggedIn={isLoggedIn} />
      <NumberField
        label={t('seconds.amount')}
        unit={currency.name}
        value={stake}
        decimals={currency.decimals}
        error={ticket.error}
        onChange={setStake}
      />
      <Stakes stakes={currency.stakes} value={stake} onChange={setStake} />
      <Durations
        durations={durations}
        value={duration}
        onChange={(seconds) => change({ seconds })}
      />
      <TicketSums currency={currency} sums={sums} />
      {!isOpen && (
        <p className={styles['closed']} role="status">
          {ticket.notice ?? t('seconds.closedNow')}
        </p>
      )}
      {isLoggedIn ? (
        <Directions isDisabled={duration === undefined || !isOpen} onAsk={ticket.ask} />
      ) : (
        <LoginPrompt />
      )}
      <p className={styles['rule']}>
        {t('seconds.rule')} <strong>{t('seconds.risk')}</strong>{' '}
        <Link to="/secondVerify">{t('seconds.verifyAny')}</Link>
      </p>
      {isLoggedIn && <LimitsButton currency={currency.id} />}
      <InsuranceLine currency={currency} isLoggedIn={isLoggedIn} />
      {asked !== undefined && (
        <Confirmation
          {...{ market, currency }}
          direction={asked}
          inputs={ticket.shown}
          isBusy={ticket.isBusy}
          onSend={ticket.place}
          onCancel={ticket.cancel}
        />
      )}
    </>
  );
}

interface TicketOf extends TicketFormProps {
  readonly durations: readonly Duration[];
  readonly isLoggedIn: boolean;
}

/** The typed stake and the chosen duration, their error and sums, and the confirmation. */
function useTicket({ market, currency, durations, isLoggedIn, onSent }: TicketOf) {
  const t = useTranslate();
  const language = useLanguage();
  const { draft, change } = useDraft(market.key);
  // The kept currency may no longer be offered: its stake does not hold for another one.
  const stake = draft.currency === currency.id ? draft.stake : '';
  const [wasTried, setTried] = useState(false);
  const duration = durations.find((each) => each.seconds === draft.seconds) ?? durations[0];
  const inputs: TicketInputs = {
    stake,
    decimals: currency.decimals,
    duration,
    feeRatio: currency.feeRatio,
  };
  const found = ticketError(inputs, {
    currency: currency.name,
    available: isLoggedIn ? currency.available : undefined,
  });
  const error =
    wasTried && found !== undefined ? t(found.id, localValues(found.values, language)) : undefined;
  const { cost } = ticketSummary(inputs);
  const notice = useLimitNotice(currency, { cost, isLoggedIn });
  const isOpen = currency.isOpen && notice === undefined;
  // The amount stays for the next ticket.
  const onDone = (): void => {
    setTried(false);
    onSent();
  };
  const { begin, ...question } = useQuestion({ market, currency, inputs, isOpen, onDone });
  const ask = (direction: Direction): void => {
    setTried(true);
    if (found === undefined) begin(direction);
  };
  const sums = useSums(inputs, currency);
  return { stake, change, duration, error, sums, notice, isOpen, ask, ...question };
}

interface Sent {
  readonly question: TicketQuestion | undefined;
  readonly inputs: TicketInputs;
}

interface QuestionOf extends Pick<TicketFormProps, 'market' | 'currency'> {
  readonly inputs: TicketInputs;
  readonly isOpen: boolean;
  readonly onDone: () => void;
}

/**
 * The question before a ticket is sent, and its sending. It ends when its offer changes or goes,
 * but stays as it was asked while its ticket is on the way: the answer says what became of that.
 */
function useQuestion({ market, currency, inputs, isOpen, onDone }: QuestionOf) {
  const t = useTranslate();
  const client = useQueryClient();
  const [question, setQuestion] = useState<TicketQuestion>();
  const [sent, setSent] = useState<Sent>();
  const cancel = (): void => setQuestion(undefined);
  // A late answer ends its own question only.
  const end = (): void => setQuestion((now) => (now === question ? undefined : now));
  const { isBusy, send } = useMoneyCall(submitTicket, {
    onDone: ({ message }) => {
      showToast('success', message);
      end();
      onDone();
    },
    onFailed: ({ message }, isAnswered) => {
      showToast('error', message);
      if (!isAnswered) return;
      end();
      // Changed terms may be the reason of the refusal.
      refreshTerms(client);
    },
    refresh: () => refreshTickets(client),
  });
  const { duration, feeRatio, stake } = inputs;
  const offer = { duration, feeRatio, isOpen };
  const direction = directionAsked(question, offer);
  const begin = (chosen: Direction): void => {
    if (duration !== undefined) setQuestion(askAbout(chosen, offer));
  };
  const onTheWay = isBusy && sent?.question === question ? sent : undefined;
  const isOver = question !== undefined && direction === undefined && onTheWay === undefined;
  useEffect(() => {
    if (!isOver) return;
    setQuestion(undefined);
    showToast('info', t('site.termsChanged'));
  }, [isOver, t]);
  const place = (): void => {
    if (direction === undefined || duration === undefined) return;
    const { seconds, payoutRatio } = duration;
    const wish = { market: market.id, currency: currency.id, direction, seconds, stake };
    setSent({ question, inputs });
    // The same wish under other terms is the same intention until the server has answered.
    void send({ ...wish, payoutRatio, feeRatio }, { typed: wish });
  };
  const asked = onTheWay === undefined ? direction : question?.direction;
  return { asked, shown: onTheWay?.inputs ?? inputs, begin, cancel, isBusy, place };
}

type Sums = Readonly<Record<'fee' | 'cost' | 'profit' | 'breakEven', string>>;

/** Texts of a ticket's fee, cost, gain and break-even share. */
function useSums(inputs: TicketInputs, currency: PayableCurrency): Sums {
  const t = useTranslate();
  const language = useLanguage();
  const { fee, cost, profit, breakEven } = ticketSummary(inputs);
  const amount = (plain: string | undefined): string =>
    plain === undefined ? MISSING : `${grouped(plain, language)} ${currency.name}`;
  return {
    fee: amount(fee),
    cost: amount(cost),
    profit: amount(profit),
    breakEven:
      breakEven === undefined
        ? MISSING
        : t('seconds.share', { share: grouped(breakEven, language) }),
  };
}

function Available({
  currency,
  isLoggedIn,
}: {
  readonly currency: PayableCurrency;
  readonly isLoggedIn: boolean;
}) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <p className={styles['line']}>
      <span>{t('seconds.available')}</span>
      <span className={styles['value']}>
        {isLoggedIn
          ? `${fixed(currency.available, currency.decimals, { language, rounding: 'down' })} ${currency.name}`
          : MISSING}
        {isLoggedIn && <Link to="/transfer?to=micro">{t('seconds.move')}</Link>}
      </span>
    </p>
  );
}

interface StakesProps {
  readonly stakes: readonly string[];
  readonly value: string;
  readonly onChange: (stake: string) => void;
}

/** Proposed stakes. */
function Stakes({ stakes, value, onChange }: StakesProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={styles['chips']} role="group" aria-label={t('seconds.amounts')}>
      {stakes.map((proposed) => (
        <button
          key={proposed}
          type="button"
          aria-pressed={proposed === value}
          onClick={() => onChange(proposed)}
        >
          {grouped(proposed, language)}
        </button>
      ))}
    </div>
  );
}

interface DurationsProps {
  readonly durations: readonly Duration[];
  readonly value: Duration | undefined;
  readonly onChange: (seconds: number) => void;
}

function Durations({ durations, value, onChange }: DurationsProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={styles['durations']} role="group" aria-label={t('seconds.duration')}>
      {durations.map((duration) => (
        <button
          key={duration.seconds}
          type="button"
          aria-pressed={duration === value}
          onClick={() => onChange(duration.seconds)}
        >
          <strong>{t('seconds.length', { seconds: duration.seconds })}</strong>
          <span className={styles['ratio']}>
            {t('seconds.ratio', { ratio: grouped(duration.payoutRatio, language) })}
          </span>
          <small>
            {grouped(duration.leastStake, language)}–{grouped(duration.mostStake, language)}
          </small>
        </button>
      ))}
    </div>
  );
}

function TicketSums({
  currency,
  sums,
}: {
  readonly currency: PayableCurrency;
  readonly sums: Sums;
}) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <dl className={styles['sums']}>
      <dt>{t('seconds.fee', { ratio: grouped(currency.feeRatio, language) })}</dt>
      <dd>{sums.fee}</dd>
      <dt>{t('seconds.cost')}</dt>
      <dd>{sums.cost}</dd>
      <dt>{t('seconds.profit')}</dt>
      <dd>{sums.profit}</dd>
      <dt>{t('seconds.breakEven')}</dt>
      <dd>{sums.breakEven}</dd>
    </dl>
  );
}

interface DirectionsProps {
  readonly isDisabled: boolean;
  readonly onAsk: (direction: Direction) => void;
}

function Directions({ isDisabled, onAsk }: DirectionsProps) {
  const t = useTranslate();
  return (
    <div className={styles['actions']}>
      {(['up', 'down'] as const).map((direction) => (
        <Button
          key={direction}
          isWide
          look={direction}
          disabled={isDisabled}
          onClick={() => onAsk(direction)}
        >
          <span aria-hidden="true">{direction === 'up' ? '▲ ' : '▼ '}</span>
          {t(`seconds.${direction}`)}
        </Button>
      ))}
    </div>
  );
}

interface ConfirmationProps {
  readonly market: Market;
  readonly currency: PayableCurrency;
  readonly direction: Direction;
  readonly inputs: TicketInputs;
  readonly isBusy: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Repeats the ticket before it is sent. */
function Confirmation({
  market,
  currency,
  direction,
  inputs,
  isBusy,
  onSend,
  onCancel,
}: ConfirmationProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { stake, duration, feeRatio } = inputs;
  const sums = useSums(inputs, currency);
  const actions = (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <Button look={direction} isBusy={isBusy} onClick={onSend}>
        <span aria-hidden="true">{direction === 'up' ? '▲ ' : '▼ '}</span>
        {t(`seconds.${direction}`)}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={t('seconds.confirmTitle')} onClose={onCancel} actions={actions}>
      <dl className={styles['sums']}>
        <dt>{t('seconds.pair')}</dt>
        <dd>{market.symbol}</dd>
        <dt>{t('seconds.direction')}</dt>
        <dd className={direction}>{t(`seconds.${direction}`)}</dd>
        <dt>{t('seconds.amount')}</dt>
        <dd>
          {grouped(stake, language)} {currency.name}
        </dd>
        <dt>{t('seconds.duration')}</dt>
        <dd>{duration && t('seconds.length', { seconds: duration.seconds })}</dd>
        <dt>{t('seconds.fee', { ratio: grouped(feeRatio, language) })}</dt>
        <dd>{sums.fee}</dd>
        <dt>{t('seconds.cost')}</dt>
        <dd>{sums.cost}</dd>
        <dt>{t('seconds.profit')}</dt>
        <dd>{sums.profit}</dd>
        <dt>{t('seconds.breakEven')}</dt>
        <dd>{sums.breakEven}</dd>
      </dl>
    </Dialog>
  );
}
