import { isStepUpWanted } from '@meridian/contract/client/api-error';
import { useRef, useState } from 'react';
import { useRefusal } from '../verification-code/use-refusal.ts';

interface FormCallHandlers<Input, Output> {
  /** Called after success. The form is busy until it has ended. */
  readonly onDone?: (output: Output, input: Input) => unknown;
  /** Called after a failure. `true` if it is shown elsewhere, for example at a field. */
  readonly onFailed?: (failure: Error) => boolean | undefined;
}

/**
 * Sends the values of a form, once at a time. `failure` is the reason of the last failed try, for
 * `FormFailure`, and `waitSeconds` the time until the server accepts another one. A cancelled
 * step-up shows nothing. Forms that move money use `useMoneyCall`.
 */
export function useFormCall<Input, Output>(
  call: (input: Input) => Promise<Output>,
  { onDone, onFailed }: FormCallHandlers<Input, Output> = {},
) {
  const { failure, waitSeconds, setFailure } = useRefusal();
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const send = async (input: Input): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await onDone?.(await call(input), input);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (!isStepUpWanted(error) && onFailed?.(error) !== true) setFailure(error);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { isBusy, failure, waitSeconds, setFailure, send };
}
