import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStepUpWanted } from '../../../shared/http/api-error.ts';
import { OWN } from '../../../shared/session.ts';
import { showToast } from '../../../shared/ui/toasts.ts';

interface ChangeOptions<Output> {
  readonly onDone?: (output: Output) => void;
  /** Where the failure is said instead of in a toast. */
  readonly onFailure?: (message: string) => void;
}

/**
 * A change of the own account: says how it ended, and asks anew for what is shown of the account.
 * Who would not prove that it is them is told nothing.
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
