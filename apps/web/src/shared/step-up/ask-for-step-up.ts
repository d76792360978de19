import { create } from 'zustand';

/** `answer` is set while the person is asked to prove that it is them. */
export const useStepUpQuestion = create<{
  readonly answer: ((isProven: boolean) => void) | undefined;
}>(() => ({ answer: undefined }));

let question: Promise<boolean> | undefined;

/**
 * Asks the person to prove anew that it is them. Calls that need it at the same time share one
 * question. False where they would not.
 */
export function askForStepUp(): Promise<boolean> {
  question ??= new Promise<boolean>((answer) => useStepUpQuestion.setState({ answer })).finally(
    () => {
      question = undefined;
      useStepUpQuestion.setState({ answer: undefined });
    },
  );
  return question;
}
