import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';

/** Copies a payment reference: the order's number, and no word about coins. */
export function NeutralReference({ deal }: { readonly deal: number }) {
  const t = useTranslate();
  const copy = async (): Promise<void> => {
    try {
      // Browsers have no clipboard for pages without a secure connection.
      await navigator.clipboard.writeText(String(deal));
      showToast('success', t('action.copied'));
    } catch {
      showToast('error', t('action.copyFailed'));
    }
  };
  return (
    <Button isSmall onClick={() => void copy()}>
      {t('p2p.chat.copyReference')}
    </Button>
  );
}
