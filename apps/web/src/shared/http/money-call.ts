import {
  ApiError,
  isAnswer,
  isStepUpWanted,
  isUnreachable,
  SESSION_OVER,
  UNREACHABLE,
} from '@meridian/contract/client/api-error';
import type { Input, Output } from '@meridian/contract/client/named-calls';
import { useRef, useState } from 'react';
import { timeOfDay } from '../figures.ts';
import { translate } from '../i18n/translate.ts';
import { sameSession } from '../session.ts';
import { showToast } from '../ui/toasts.ts';
import { callUnderKey, type Envelope, type MoneyName } from './api-call.ts';
import { Intentions, type IntentionKey, type Meaning } from './intentions.ts';

const SEND = Symbol('send');
const INTENTIONS = Symbol('intentions');

/**
 * A money call of the contract. It cannot be called directly: `useMoneyCall` and `sendMoney` send
 * it, once for each intention.
 */
export interface MoneyRequest<Input, Output> {
  readonly [SEND]: (input: Input, key: IntentionKey) => Promise<Output>;
  readonly [INTENTIONS]: Intentions;
}

/** `apiCall` for calls that move money. */
export function moneyCall<N extends MoneyName>(
  name: N,
  ...envelope: Envelope<N>
): MoneyRequest<Input<N>, Output<N>> {
  return {
    [SEND]: (input, key) => callUnderKey(name, input, key, ...envelope),
    [INTENTIONS]: new Intentions(name),
  };
}

/** The same call, with an input in our words. Equal inputs are one intention, as before. */
export function asking<Ours, Input, Output>(
  request: MoneyRequest<Input, Output>,
  onWire: (ours: Ours) => Input,
): MoneyRequest<Ours, Output> {
  return {
    [SEND]: (ours, key) => request[SEND](onWire(ours), key),
    [INTENTIONS]: request[INTENTIONS],
  };
}

interface MoneyCallHandlers<Input, Output> {
  /** Called after success. */
  readonly onDone: (output: Output, input: Input) => void;
  /**
   * Called after a refusal (`isAnswered`), or with an unknown outcome: then the same input asks for
   * the same intention.
   */
  readonly onFailed?: (failure: ApiError, isAnswered: boolean) => void;
  /** Called after each end, to refetch everything that the call may have changed. */
  readonly refresh: () => unknown;
}

/**
 * Sends money, and tells the outcome to the session that asked: an answer that comes in another one
 * counts as lost, so that its key stays for the same person, and nobody else is told.
 */
export async function sendMoney<Input, Output>(
  request: MoneyRequest<Input, Output>,
  wanted: Input,
  { onDone, onFailed, refresh }: MoneyCallHandlers<Input, Output>,
  meaning?: Meaning,
): Promise<void> {
  const isSame = sameSession();
  const send = async (key: IntentionKey, input: Input): Promise<Output> => {
    const output = await request[SEND](input, key);
    if (!isSame()) throw new ApiError('', { code: UNREACHABLE });
    return output;
  };
  try {
    const { output, input, sinceMs } = await request[INTENTIONS].send(wanted, send, meaning);
    onDone(output, input);
    if (sinceMs !== undefined)
      showToast('info', translate('money.once', { time: timeOfDay(sinceMs) }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const said = isSame() ? forPerson(error) : undefined;
    if (said !== undefined) onFailed?.(said, isAnswer(error));
  } finally {
    refresh();
  }
}

/**
 * Sends money. A second press during the first does nothing; one after a lost answer uses the first
 * one's key, so that it happens once, and says so; another input is another intention (see
 * `Meaning`). `failure` is the reason of the last failed try, in the user's language.
 */
export function useMoneyCall<Input, Output>(
  request: MoneyRequest<Input, Output>,
  { onDone, onFailed, refresh }: MoneyCallHandlers<Input, Output>,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const isSending = useRef(false);
  const send = async (wanted: Input, meaning?: Meaning): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    const handlers: MoneyCallHandlers<Input, Output> = {
      onDone,
      onFailed: (said, isAnswered) => {
        setFailure(said);
        onFailed?.(said, isAnswered);
      },
      refresh: () => {
        isSending.current = false;
        setBusy(false);
        refresh();
      },
    };
    await sendMoney(request, wanted, handlers, meaning);
  };
  /** The input that a try of this person sends again; undefined if no earlier try is unanswered. */
  const unanswered = (typed: unknown): Input | undefined =>
    request[INTENTIONS].unanswered(typed) as Input | undefined;
  return { isBusy, failure, send, unanswered };
}

/** The failure to be shown; undefined if it was already shown, or the user has cancelled. */
function forPerson(error: ApiError): ApiError | undefined {
  if (error.type === SESSION_OVER || isStepUpWanted(error)) return undefined;
  return isUnreachable(error) ? new ApiError(translate('money.unanswered'), error) : error;
}
