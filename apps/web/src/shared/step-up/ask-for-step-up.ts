import { create } from 'zustand';

/** `answer` is set while the user is asked for a step-up. */
export const useStepUpQuestion = create<{
  readonly answer: ((isProven: boolean) => void) | undefined;
}>(() => ({ answer: undefined }));

let question: Promise<boolean> | undefined;

/** Asks the user for a step-up. Concurrent calls share one question. False if the user cancels. */
export function askForStepUp(): Promise<boolean> {
  question ??= new Promise<boolean>((answer) => useStepUpQuestion.setState({ answer })).finally(
    () => {
      question = undefined;
      useStepUpQuestion.setState({ answer: undefined });
    },
  );
  return question;
}
