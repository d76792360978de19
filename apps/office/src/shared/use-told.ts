import { createElement } from 'react';
import { useNotify, useRedirect, useResourceContext } from 'react-admin';
import { isProposed } from './proposed.ts';
import { ProposedNotice } from './proposed-notice.tsx';

const SHOWN_MS = 10_000;

/**
 * What a form says once the server has answered: that it is saved, or that it waits for another
 * operator. Then it goes back to the list.
 */
export function useTold(said: string): { onSuccess(answer: unknown): void } {
  const tell = useTelling();
  const redirect = useRedirect();
  const resource = useResourceContext() ?? '';
  return {
    onSuccess: (answer) => {
      tell(answer, said);
      redirect('list', resource);
    },
  };
}

/** Tells the operator what became of a call: `said`, or where it waits. */
export function useTelling(): (answer: unknown, said: string) => void {
  const notify = useNotify();
  return (answer, said) => {
    if (isProposed(answer))
      notify(createElement(ProposedNotice), { type: 'info', autoHideDuration: SHOWN_MS });
    else notify(said, { type: 'success' });
  };
}
