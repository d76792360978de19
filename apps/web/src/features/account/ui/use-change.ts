import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStepUpWanted } from '@meridian/contract/client/api-error';
import { OWN } from '../../../shared/session.ts';
import { showToast } from '../../../shared/ui/toasts.ts';

interface ChangeOptions<Output> {
  readonly onDone?: (output: Output) => void;
  /** Shows the failure in place of a toast. */
  readonly onFailure?: (message: string) => void;
}

/**
 * A change of the user's own account: shows the result, and refetches the account's data. A
 * cancelled step-up shows nothing.
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { onDone, onFailure }: ChangeOptions<Output> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input),
    onSuccess: (output) => {
      if (typeof output === 'string') showToast('success', output);
      void client.invalidateQueries({ queryKey: [OWN] });
      onDone?.(output);
    },
    onError: (error) => {
      if (isStepUpWanted(error)) return;
      if (onFailure === undefined) showToast('error', error.message);
      else onFailure(error.message);
    },
  });
}
