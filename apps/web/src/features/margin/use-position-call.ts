import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@meridian/contract/client/api-error';
import { useMoneyCall, type MoneyRequest } from '../../shared/http/money-call.ts';
import { showToast } from '../../shared/ui/toasts.ts';
import { refreshMargin } from './api.ts';

interface PositionCallHandlers<Input, Output> {
  /** Makes the text of the toast from the server's message. */
  readonly told: (done: string, input: Input, output: Output) => string;
  readonly onDone: () => void;
  /** Whether the dialog shows this failure itself; a toast says it otherwise. */
  readonly isShown?: (failure: ApiError) => boolean;
}

/** Sends the call that a dialog asks about, tells the outcome and closes the dialog. */
export function usePositionCall<Input, Output extends { readonly message: string }>(
  request: MoneyRequest<Input, Output>,
  { told, onDone, isShown }: PositionCallHandlers<Input, Output>,
) {
  const client = useQueryClient();
  return useMoneyCall(request, {
    onDone: (output, input) => {
      showToast('success', told(output.message, input, output));
      onDone();
    },
    onFailed: (failure) => isShown?.(failure) !== true && showToast('error', failure.message),
    refresh: () => refreshMargin(client),
  });
}
