import { useQueryClient } from '@tanstack/react-query';
import { useMoneyCall, type MoneyRequest } from '../../../shared/http/money-call.ts';
import { OWN } from '../../../shared/session.ts';
import { showToast } from '../../../shared/ui/toasts.ts';

/**
 * Sends an act on a deal, and reads the deal again. The answer to an act that came too late names
 * the event before it: an act of the other side, or a deadline.
 * @param onEnd closes the question
 */
export function useDealAct<Input, Output>(request: MoneyRequest<Input, Output>, onEnd: () => void) {
  const client = useQueryClient();
  const { isBusy, send } = useMoneyCall(request, {
    onDone: (message) => {
      if (typeof message === 'string') showToast('success', message);
      onEnd();
    },
    onFailed: (failure, isAnswered) => {
      showToast('error', failure.message);
      if (isAnswered) onEnd();
    },
    refresh: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
  return { isBusy, send };
}
