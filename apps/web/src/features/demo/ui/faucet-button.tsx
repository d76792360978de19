import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import { newIdempotencyKey } from '../../../shared/http/idempotency-key.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { demoQuery, drawFaucet } from '../api.ts';

/** Play money, for somebody who is logged in to a demo. */
export function FaucetButton() {
  const t = useTranslate();
  const client = useQueryClient();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const { data: isDemo = false } = useQuery(demoQuery);
  const { isPending, mutate } = useMutation({
    mutationFn: () => drawFaucet({}, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ message }) => showToast('success', message),
    onError: (error) => showToast('error', error.message),
    onSettled: () => refreshAccount(client),
  });
  if (!isLoggedIn || !isDemo) return null;
  return (
    <Button isSmall look="text" isBusy={isPending} onClick={() => mutate()}>
      {t('demo.faucet')}
    </Button>
  );
}
