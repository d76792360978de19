import { useEffect, useState } from 'react';
import { onReasonWanted } from './proposal-reason.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Answer = (reason: string | undefined) => void;

/** Asks for a reason whenever a change needs another operator, above any other open dialog. */
export function ProposalReasonDialog() {
  const [wanted, setWanted] = useState<{ readonly answer: Answer }>();
  useEffect(() => onReasonWanted(() => new Promise((answer) => setWanted({ answer }))), []);
  if (wanted === undefined) return null;
  const answer: Answer = (reason) => {
    setWanted(undefined);
    wanted.answer(reason);
  };
  return (
    <ReasonDialog
      title="Propose this change"
      text="It waits until another operator agrees. Nothing changes before that."
      hint="Why it should be made. Who decides reads it."
      confirmLabel="Propose"
      isBusy={false}
      confirm={(reason) => answer(reason)}
      close={() => answer(undefined)}
    />
  );
}
