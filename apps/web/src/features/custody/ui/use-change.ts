import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStepUpWanted } from '@meridian/contract/client/api-error';
import { OWN } from '../../../shared/session.ts';
import { showToast } from '../../../shared/ui/toasts.ts';

/**
 * A change of the address book: says how it ended, and asks anew for what hangs on it. Who would
 * not prove that it is them is told nothing.
 */
export function useChange<Input>(
  change: (input: Input) => Promise<string>,
  {
    onDone,
    onFailure,
  }: { readonly onDone?: () => void; readonly onFailure?: (error: Error) => void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input),
    onSuccess: (message) => {
      showToast('success', message);
      onDone?.();
    },
    onError: (error) => {
      if (isStepUpWanted(error)) return;
      if (onFailure === undefined) showToast('error', error.message);
      else onFailure(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
}
