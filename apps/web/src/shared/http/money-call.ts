import type { CallInput, CallOutput, MoneyCall } from '@meridian/contract/schema/call';
import { useRef, useState } from 'react';
import { timeOfDay } from '../figures.ts';
import { translate } from '../i18n/translate.ts';
import { showToast } from '../ui/toasts.ts';
import { makeCall, type CallAddress } from './api-call.ts';
import { ApiError, isAnswer, isStepUpWanted, isUnreachable, SESSION_OVER } from './api-error.ts';
import { Intentions, type IntentionKey } from './intentions.ts';

const SEND = Symbol('send');
const INTENTIONS = Symbol('intentions');

/**
 * A money call of the contract. It cannot be called: `useMoneyCall` sends it, once for each
 * intention.
 */
export interface MoneyRequest<Input, Output> {
  readonly [SEND]: (input: Input, key: IntentionKey) => Promise<Output>;
  readonly [INTENTIONS]: Intentions;
}

/** As `apiCall`, for calls that move money. */
export function moneyCall<C extends MoneyCall>(
  address: CallAddress<C>,
): MoneyRequest<CallInput<C>, CallOutput<C>> {
  return {
    [SEND]: (input, idempotencyKey) => makeCall<C>(address, input, { idempotencyKey }),
    [INTENTIONS]: new Intentions(),
  };
}

interface MoneyCallHandlers<Input, Output> {
  /** The server has done it. */
  readonly onDone: (output: Output, input: Input) => void;
  /**
   * It was refused (`isAnswered`), or nobody knows: then the same input asks after the same
   * intention.
   */
  readonly onFailed?: (failure: ApiError, isAnswered: boolean) => void;
  /** After each end: whatever the call may have changed is asked for again. */
  readonly refresh: () => unknown;
}

/**
 * Sends money. A second press while the first is on its way does nothing; one after a lost answer
 * asks under the first one's key, so that it happens once, and says so; another input is another
 * intention (`meant`: what it means besides, see `Intentions`). `failure` says why the last try
 * failed, in the person's language.
 */
export function useMoneyCall<Input, Output>(
  request: MoneyRequest<Input, Output>,
  { onDone, onFailed, refresh }: MoneyCallHandlers<Input, Output>,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const isSending = useRef(false);
  const send = async (input: Input, meant?: unknown): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const { output, sinceMs } = await request[INTENTIONS].send(
        input,
        (key) => request[SEND](input, key),
        meant,
      );
      onDone(output, input);
      if (sinceMs !== undefined)
        showToast('info', translate('money.once', { time: timeOfDay(sinceMs) }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const said = forPerson(error);
      setFailure(said);
      if (said !== undefined) onFailed?.(said, isAnswer(error));
    } finally {
      isSending.current = false;
      setBusy(false);
      refresh();
    }
  };
  return { isBusy, failure, send };
}

/**
 * What a person is told of a failure; nothing where they were told already, or have said no
 * themselves.
 */
function forPerson(error: ApiError): ApiError | undefined {
  if (error.type === SESSION_OVER || isStepUpWanted(error)) return undefined;
  return isUnreachable(error) ? new ApiError(translate('money.unanswered'), error) : error;
}
