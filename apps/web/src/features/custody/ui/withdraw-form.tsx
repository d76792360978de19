import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useController, useForm, useWatch, type Control } from 'react-hook-form';
import { useBalances } from '../../../realtime/balances.ts';
import { wireTime } from '../../../shared/dates.ts';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { ApiError } from '@meridian/contract/client/api-error';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import type { Network } from '../model/network.ts';
import { keepDraft, NOTHING_TYPED, readDraft, type DraftPlace } from '../model/withdraw-draft.ts';
import {
  amountFault,
  mostOf,
  receivedOf,
  validators,
  type AmountFault,
  type WithdrawTerms,
} from '../model/withdraw-form.ts';
import type { WithdrawalOrder } from '../model/withdrawal.ts';
import { confirmationQuery, mayReceive, refreshWithdrawals } from '../withdrawals-api.ts';
import { ForecastNotice } from './forecast-notice.tsx';
import { GroupedAddress } from './grouped-address.tsx';
import { WithdrawAddress } from './withdraw-address.tsx';
import { WithdrawConfirmation } from './withdraw-confirmation.tsx';
import styles from './withdraw-form.module.css';

interface WithdrawFormProps {
  readonly network: Network;
  readonly terms: WithdrawTerms;
  /** The place of the code that confirms (demo). */
  readonly codeHint: ReactNode;
}

interface Values {
  readonly address: string;
  readonly amount: string;
}

/**
 * The withdrawal to confirm, with an address that its destination could be taken for ('' where
 * there is none).
 */
interface Wish extends Values {
  readonly lookAlike: string;
}

const LIMIT_DECIMALS = 2;
/** Refusals of the address itself, which are shown at its field before anything is confirmed. */
const REFUSED_ADDRESS: ReadonlySet<string> = new Set([
  'address_invalid',
  'address_wrong_network',
  'address_not_in_book',
  'address_waiting',
]);

/** The form of a withdrawal: address and amount. Fee and limits are the server's. */
export function WithdrawForm({ network, terms: given, codeHint }: WithdrawFormProps) {
  const t = useTranslate();
  const client = useQueryClient();
  /** The requested withdrawal, until it is confirmed. */
  const [wish, setWish] = useState<Wish>();
  const terms = useLiveTerms(given, network.currency);
  const user = useSession(({ userId }) => userId);
  const draft: DraftPlace = { user, currency: network.currency, network: network.name };
  const form = useForm<Values>({ defaultValues: readDraft(draft) });
  const { control, handleSubmit, setError, reset } = form;
  useDraft(draft, control);
  const check = ({ address }: Values) =>
    mayReceive({ currency: network.currency, network: network.name, address });
  const { isBusy, failure, setFailure, send } = useFormCall(check, {
    // The customer confirms the address as its chain writes it.
    onDone: (checked, { amount }) => setWish({ ...checked, amount }),
    onFailed: (error) => {
      const isOfAddress = error instanceof ApiError && REFUSED_ADDRESS.has(error.code);
      if (isOfAddress)
        setError('address', { type: 'refused', message: error.message }, { shouldFocus: true });
      return isOfAddress;
    },
  });
  const isHeld = terms.heldUntil !== '';
  const submit = handleSubmit(({ address, amount }) => send({ address: address.trim(), amount }));
  return (
    <>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        {isHeld && <Hold until={terms.heldUntil} onEnd={() => void refreshWithdrawals(client)} />}
        <WithdrawAddress network={network} form={form} />
        <WithdrawAmount control={control} terms={terms} />
        <Figures control={control} terms={terms} />
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide disabled={isHeld} isBusy={isBusy}>
          {t('wallet.withdraw')}
        </Button>
      </form>
      {wish !== undefined && (
        <WithdrawConfirmation
          order={orderOf(wish, network)}
          codeHint={codeHint}
          onDone={(message) => {
            showToast('success', message);
            setWish(undefined);
            reset(NOTHING_TYPED);
          }}
          onRefused={(refusal) => {
            setFailure(refusal);
            setWish(undefined);
          }}
          onClose={() => setWish(undefined)}
        >
          <Repeated wish={wish} network={network} terms={terms} />
        </WithdrawConfirmation>
      )}
    </>
  );
}

/** Keeps the typed values for a reload of the page. */
function useDraft({ user, currency, network }: DraftPlace, control: Control<Values>): void {
  const [address, amount] = useWatch({ control, name: ['address', 'amount'] });
  useEffect(() => {
    keepDraft({ user, currency, network }, { address, amount });
  }, [user, currency, network, address, amount]);
}

function orderOf({ address, amount }: Wish, network: Network): WithdrawalOrder {
  return { currency: network.currency, network: network.name, address, amount };
}

/** The terms with the present available balance. */
function useLiveTerms(terms: WithdrawTerms, currency: number): WithdrawTerms {
  const { rows } = useBalances();
  const available = rows?.find((row) => row.currency === currency)?.wallets.spot.available;
  return available === undefined ? terms : { ...terms, available };
}

const AMOUNT_FAULTS = [
  'missing',
  'precision',
  'tooSmall',
  'tooLarge',
  'tooMuch',
  'overDay',
  'feeOnly',
] as const satisfies readonly AmountFault[];

function WithdrawAmount({
  control,
  terms,
}: {
  readonly control: Control<Values>;
  readonly terms: WithdrawTerms;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { field, fieldState } = useController({
    control,
    name: 'amount',
    rules: { validate: validators(AMOUNT_FAULTS, (amount) => amountFault(amount, terms)) },
  });
  const { value, onChange, ref } = field;
  const fault = fieldState.error?.type as AmountFault | undefined;
  const bounds = {
    least: grouped(terms.min, language),
    most: grouped(terms.max, language),
    coin: terms.code,
  };
  const text =
    fault &&
    (fault === 'tooSmall' || fault === 'tooLarge'
      ? t(`wallet.boundError.${fault}`, bounds)
      : t(`wallet.amountError.${fault}`));
  return (
    <AmountField
      {...{ value, onChange, ref }}
      label={t('wallet.amount')}
      unit={terms.code}
      decimals={terms.decimals}
      hint={t('wallet.availableNow', {
        amount: fixed(terms.available, terms.decimals, { language, rounding: 'down' }),
        coin: terms.code,
      })}
      error={text}
      action={
        <Button isSmall look="text" onClick={() => onChange(mostOf(terms))}>
          {t('wallet.allOfIt')}
        </Button>
      }
    />
  );
}

function Figures({
  control,
  terms,
}: {
  readonly control: Control<Values>;
  readonly terms: WithdrawTerms;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const amount = useWatch({ control, name: 'amount' });
  const limit = (text: string): string =>
    fixed(text, LIMIT_DECIMALS, { language, rounding: 'down' });
  const inCoin = (text: string | undefined): string =>
    `${fixed(text, terms.decimals, { language, rounding: 'down' })} ${terms.code}`;
  return (
    <dl className={styles['figures']}>
      <Fact name={t('wallet.fee')} value={inCoin(terms.fee)} />
      <Fact name={t('wallet.received')} value={inCoin(receivedOf(amount, terms))} isStrong />
      <Fact
        name={t('wallet.once')}
        value={`${limit(terms.min)} – ${limit(terms.max)} ${terms.code}`}
      />
      <Fact
        name={t('wallet.dayLeft')}
        value={t('wallet.dayLeftOf', {
          left: limit(terms.dayLeft),
          limit: limit(terms.dayLimit),
        })}
      />
    </dl>
  );
}

function Repeated({
  wish,
  network,
  terms,
}: {
  readonly wish: Wish;
  readonly network: Network;
  readonly terms: WithdrawTerms;
}) {
  const t = useTranslate();
  const language = useLanguage();
  // The server has kept the fee with the confirmation, so that fee is shown.
  const order = orderOf(wish, network);
  const begun = useQuery({ ...confirmationQuery(order), enabled: false });
  const fee = begun.data?.fee ?? terms.fee;
  const inCoin = (text: string | undefined): string =>
    `${fixed(text, terms.decimals, { language, rounding: 'down' })} ${terms.code}`;
  return (
    <div className={styles['repeated']}>
      <dl className={styles['figures']}>
        <Fact name={t('wallet.network')} value={network.label} />
        <div data-whole>
          <dt>{t('wallet.toAddress')}</dt>
          <dd>
            <GroupedAddress address={wish.address} />
          </dd>
        </div>
        <Fact name={t('wallet.amount')} value={inCoin(wish.amount)} />
        <Fact name={t('wallet.fee')} value={inCoin(fee)} />
        <Fact
          name={t('wallet.received')}
          value={inCoin(receivedOf(wish.amount, { ...terms, fee }))}
          isStrong
        />
      </dl>
      {wish.lookAlike !== '' && (
        <div className={styles['warning']} role="alert">
          <p>{t('wallet.lookAlike')}</p>
          <GroupedAddress address={wish.lookAlike} />
        </div>
      )}
      <ForecastNotice order={order} />
      <p>{t('wallet.confirmText')}</p>
    </div>
  );
}

function Fact({
  name,
  value,
  isStrong = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly isStrong?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-strong={isStrong || undefined}>{value}</dd>
    </div>
  );
}

function Hold({ until, onEnd }: { readonly until: string; readonly onEnd: () => void }) {
  const t = useTranslate();
  return (
    <div className={styles['hold']}>
      <p>{t('security.hold', { time: until })}</p>
      <Countdown endMs={wireTime(until)} label={t('security.holdEnds')} onEnd={onEnd} />
    </div>
  );
}
