import { createElement } from 'react';
import { useNotify, useRedirect, useResourceContext } from 'react-admin';
import { isProposed } from './proposed.ts';
import { ProposedNotice } from './proposed-notice.tsx';

const SHOWN_MS = 10_000;

/**
 * Shows the server's answer to a form, saved or waiting for another operator, and returns to the
 * list.
 */
export function useSavedNotice(text: string): { onSuccess(answer: unknown): void } {
  const notifyAnswer = useNotifyAnswer();
  const redirect = useRedirect();
  const resource = useResourceContext() ?? '';
  return {
    onSuccess: (answer) => {
      notifyAnswer(answer, text);
      redirect('list', resource);
    },
  };
}

/** Notifies the operator of a call's result: `text`, or the proposal that waits. */
export function useNotifyAnswer(): (answer: unknown, text: string) => void {
  const notify = useNotify();
  return (answer, text) => {
    if (isProposed(answer))
      notify(createElement(ProposedNotice), { type: 'info', autoHideDuration: SHOWN_MS });
    else notify(text, { type: 'success' });
  };
}
