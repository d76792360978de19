import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { demoQuery, sendTestDeposit } from '../api.ts';

/** Coins that the demo's own chain has; of others it sends none. */
const SENT: ReadonlySet<string> = new Set(['ETH', 'USDT']);

interface TestDepositButtonProps {
  readonly currency: number;
  readonly code: string;
  readonly onSent: () => void;
}

/** A real transaction on the demo's own chain, to the own address. */
export function TestDepositButton({ currency, code, onSent }: TestDepositButtonProps) {
  const t = useTranslate();
  const { data: isDemo = false } = useQuery(demoQuery);
  const { isPending, mutate } = useMutation({
    mutationFn: () => sendTestDeposit(currency),
    onSuccess: (amount) => {
      showToast('success', t('wallet.testDepositSent', { number: amount, coin: code }));
      onSent();
    },
    onError: (error) => showToast('error', error.message),
  });
  if (!isDemo || !SENT.has(code)) return null;
  return (
    <Button isWide isBusy={isPending} onClick={() => mutate()}>
      {t('wallet.testDeposit')}
    </Button>
  );
}
