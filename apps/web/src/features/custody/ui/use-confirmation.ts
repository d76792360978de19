import { ApiError } from '@meridian/contract/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { waitOf } from '../../../shared/verification-code/use-code.ts';
import { useWait } from '../../../shared/verification-code/use-wait.ts';
import type { WithdrawalOrder } from '../model/withdrawal.ts';
import { confirmationQuery } from '../withdrawals-api.ts';

/**
 * Begins the confirmation of a withdrawal. Codes are sent a minute apart: where one was just sent
 * for another withdrawal, this one's is asked for when that minute is over.
 */
export function useConfirmation(order: WithdrawalOrder, isEnabled: boolean) {
  const begun = useQuery({ ...confirmationQuery(order), enabled: isEnabled });
  const { data, error, errorUpdatedAt, refetch } = begun;
  // Of the message that was sent, or of the refusal to send another.
  const waitSeconds = useWait(
    error === null
      ? begun.dataUpdatedAt + (data?.resendSeconds ?? 0) * 1_000
      : errorUpdatedAt + waitOf(error),
  );
  const isEarly = error instanceof ApiError && error.code === 'code_resend_wait';
  // A query that asks again forgets its error, but not the time of it.
  const [earlyAt, setEarlyAt] = useState(0);
  if (isEarly && earlyAt !== errorUpdatedAt) setEarlyAt(errorUpdatedAt);
  const isDue = isEarly && data === undefined && waitSeconds === 0;
  useEffect(() => {
    if (isDue) void refetch();
  }, [isDue, refetch]);
  return {
    begun,
    waitSeconds,
    /** Whether its first code is still to be sent. */
    isDelayed:
      data === undefined &&
      (isEarly || (error === null && earlyAt > 0 && earlyAt === errorUpdatedAt)),
    /**
     * The refusal to send another code. It names the seconds of its time, so it goes away when they
     * are over.
     */
    unsent: data === undefined || (waitOf(error) > 0 && waitSeconds === 0) ? null : error,
  };
}
