import { expect, test } from 'vitest';
import { askForStepUp, useStepUpQuestion } from './ask-for-step-up.ts';

test('calls at the same time share one question and its answer', async () => {
  const answers = Promise.all([askForStepUp(), askForStepUp()]);
  useStepUpQuestion.getState().answer?.(true);
  expect(await answers).toEqual([true, true]);
  expect(useStepUpQuestion.getState().answer).toBeUndefined();
});

test('the next call asks anew', async () => {
  const answer = askForStepUp();
  useStepUpQuestion.getState().answer?.(false);
  expect(await answer).toBe(false);
});
