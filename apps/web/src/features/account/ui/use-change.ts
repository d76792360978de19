import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStepUpWanted } from '@meridian/contract/client/api-error';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { OWN } from '../../../shared/session.ts';
import { showToast } from '../../../shared/ui/toasts.ts';

interface ChangeHandlers<Output> {
  readonly onDone?: (output: Output) => void;
}

/**
 * A change of the user's own account by a button: shows the result, and refetches the account's
 * data. A cancelled step-up shows nothing. Forms use `useAccountForm`.
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { onDone }: ChangeHandlers<Output> = {},
) {
  const succeed = useSuccess(onDone);
  return useMutation({
    mutationFn: (input: Input) => change(input),
    onSuccess: succeed,
    onError: (error) => {
      if (!isStepUpWanted(error)) showToast('error', error.message);
    },
  });
}

/** The same by a form, which shows its failure: `useFormCall`. */
export function useAccountForm<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { onDone }: ChangeHandlers<Output> = {},
) {
  return useFormCall(change, { onDone: useSuccess(onDone) });
}

function useSuccess<Output>(onDone: ((output: Output) => void) | undefined) {
  const client = useQueryClient();
  return (output: Output): void => {
    if (typeof output === 'string') showToast('success', output);
    void client.invalidateQueries({ queryKey: [OWN] });
    onDone?.(output);
  };
}
