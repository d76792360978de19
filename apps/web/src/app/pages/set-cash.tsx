import { ReceiptPage } from '../../features/identity/ui/receipt-page.tsx';

/** The receipt settings by themselves: where one is led who has none and needs them. */
export function SetCashPage() {
  return <ReceiptPage isAlone />;
}
