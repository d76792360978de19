import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@meridian/contract/client/api-error';
import { useMoneyCall, type MoneyRequest } from '../../shared/http/money-call.ts';
import { showToast } from '../../shared/ui/toasts.ts';
import { refreshMargin } from './api.ts';

interface PositionCallHandlers<Input> {
  /** What a person reads, of what the server says. */
  readonly told: (done: string, input: Input) => string;
  readonly onDone: () => void;
  /** Whether the dialog shows this failure itself; a toast says it otherwise. */
  readonly isShown?: (failure: ApiError) => boolean;
}

/** Sends what a dialog asks about, says what was done and closes it. */
export function usePositionCall<Input>(
  request: MoneyRequest<Input, { message: string }>,
  { told, onDone, isShown }: PositionCallHandlers<Input>,
) {
  const client = useQueryClient();
  return useMoneyCall(request, {
    onDone: ({ message }, input) => {
      showToast('success', told(message, input));
      onDone();
    },
    onFailed: (failure) => isShown?.(failure) !== true && showToast('error', failure.message),
    refresh: () => refreshMargin(client),
  });
}
