import { useEffect, useState, type ComponentType } from 'react';
import { fetchTexts } from '../i18n/language.ts';
import { translate } from '../i18n/translate.ts';
import { showToast } from '../ui/toasts.ts';
import { useStepUpQuestion } from './ask-for-step-up.ts';

type Dialog = ComponentType<{ onAnswer: (isProven: boolean) => void }>;

/**
 * Where the question who is there appears. One for the whole application; what it shows is fetched
 * when it is asked first.
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
