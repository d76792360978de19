import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { demoQuery } from '../api.ts';
import { drawFaucet } from '../faucet-api.ts';

/** Play money, for a user who is logged in to a demo. */
export function FaucetButton() {
  const t = useTranslate();
  const client = useQueryClient();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const { data: isDemo = false } = useQuery(demoQuery);
  const { isBusy, send } = useMoneyCall(drawFaucet, {
    onDone: ({ message }) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshAccount(client),
  });
  if (!isLoggedIn || !isDemo) return null;
  return (
    <Button isSmall look="text" isBusy={isBusy} onClick={() => void send({}, { isKeyUsed: true })}>
      {t('demo.faucet')}
    </Button>
  );
}
