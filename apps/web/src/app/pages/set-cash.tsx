import { ReceiptPage } from '../../features/identity/ui/receipt-page.tsx';

/** The receipt settings by themselves: the target of users who need them and have none. */
export function SetCashPage() {
  return <ReceiptPage isAlone />;
}
