import { useEffect, useState, type ComponentType } from 'react';
import { fetchTexts } from '../i18n/language.ts';
import { translate } from '../i18n/translate.ts';
import { showToast } from '../ui/toasts.ts';
import { useStepUpQuestion } from './ask-for-step-up.ts';

type Dialog = ComponentType<{ onAnswer: (isProven: boolean) => void }>;

/**
 * Shows the step-up question. One for the whole application; its code is fetched with the first
 * question.
 */
export function StepUp() {
  const { answer } = useStepUpQuestion();
  const [Question, setQuestion] = useState<Dialog>();
  useEffect(() => {
    if (answer === undefined || Question !== undefined) return;
    Promise.all([import('./step-up-dialog.tsx'), fetchTexts('rest')]).then(
      ([{ StepUpDialog }]) => setQuestion(() => StepUpDialog),
      () => {
        showToast('error', translate('error.network'));
        answer(false);
      },
    );
  }, [answer, Question]);
  return answer && Question && <Question onAnswer={answer} />;
}
