import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStepUpWanted } from '@meridian/contract/client/api-error';
import { OWN } from '../../../shared/session.ts';
import { showToast } from '../../../shared/ui/toasts.ts';

/**
 * A change of the address book by a button: shows the result, and refetches own data. A cancelled
 * step-up shows nothing.
 */
export function useChange<Input>(
  change: (input: Input) => Promise<string>,
  { onDone }: { readonly onDone?: () => void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input),
    onSuccess: (message) => {
      showToast('success', message);
      onDone?.();
    },
    onError: (error) => {
      if (!isStepUpWanted(error)) showToast('error', error.message);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
}
