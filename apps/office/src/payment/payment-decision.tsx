import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import type { Payment } from './payment-words.ts';

interface PaymentDecisionProps {
  readonly payment: Payment;
  readonly isCredited: boolean;
  close(): void;
}

/** Closes a payment that came late or that the house had no funds for. */
export function PaymentDecision({
  payment: { id, account, amount, number, rate, gateway_id },
  isCredited,
  close,
}: PaymentDecisionProps) {
  const { isBusy, run } = useAction();
  const decide = (reason: string): void =>
    void run(() =>
      call('POST /office/api/payment_decide', { id, credited: isCredited ? '1' : '0', reason }),
    ).then((isDone) => isDone && close());
  const [money, coins] = [`${groupDigits(amount)} CNY`, `${groupDigits(number)} USDT`];
  return isCredited ? (
    <ReasonDialog
      title={`Credit the payment of ${account}?`}
      text={`The house pays ${coins} for ${money}, at ${rate} CNY: the price when the payment was made. Look at the gateway first whether ${gateway_id} was really paid.`}
      hint="For the audit log."
      confirmLabel="Credit"
      isBusy={isBusy}
      confirm={decide}
      close={close}
    />
  ) : (
    <ReasonDialog
      title={`Give ${money} back to ${account}?`}
      text={`This records that you gave the money of ${gateway_id} back at the gateway; do that first. The payment can then never be credited.`}
      hint="For the audit log."
      confirmLabel="It was given back"
      isDangerous
      isBusy={isBusy}
      confirm={decide}
      close={close}
    />
  );
}
