import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import { COIN, type Deal } from './acceptor-words.ts';
import { DealFacts } from './deal-details.tsx';
import { Statements } from './statements.tsx';

interface RulingDialogProps {
  readonly deal: Deal;
  readonly ruling: 'pay' | 'return';
  close(): void;
}

/** A ruling is final: the dialog shows both sides once more before it. */
export function RulingDialog({ deal, ruling, close }: RulingDialogProps) {
  const { isBusy, run } = useAction();
  const { id, number } = deal;
  const [seller, buyer] =
    deal.type === 'sell' ? [deal.account, deal.acceptor_name] : [deal.acceptor_name, deal.account];
  const coins = `${groupDigits(number)} ${COIN}`;
  const rule = (reason: string): void =>
    void run(() => call('POST /office/api/acceptor_deal_rule', { id, ruling, reason })).then(
      (isDone) => isDone && close(),
    );
  return (
    <ReasonDialog
      title={ruling === 'pay' ? `Pay ${coins} to ${buyer}?` : `Return ${coins} to ${seller}?`}
      text={
        ruling === 'pay'
          ? 'The buyer has shown that the money reached the seller. The coins go at once, and no ruling can be taken back.'
          : 'The money never reached the seller. The coins go back at once, and no ruling can be taken back.'
      }
      hint="Both sides read it, and it stands in the audit log."
      confirmLabel={ruling === 'pay' ? 'Pay the buyer' : 'Return to the seller'}
      isDangerous
      isBusy={isBusy}
      confirm={rule}
      close={close}
    >
      <DealFacts deal={deal} />
      <Statements deal={id} />
    </ReasonDialog>
  );
}
