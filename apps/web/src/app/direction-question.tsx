import { useState } from 'react';
import { useTranslate } from '../shared/i18n/translate.ts';
import { changeDirection, isDirectionSettled, settleDirection, useLook } from '../shared/theme.ts';
import { Button } from '../shared/ui/button.tsx';
import styles from './direction-question.module.css';

/**
 * Asked once, in languages where rises are customarily red. The colours never change by themselves:
 * swapped colours are a hazard.
 */
export function DirectionQuestion() {
  const t = useTranslate();
  // A choice in the settings answers the question too.
  useLook((look) => look.direction);
  const [isAnswered, setAnswered] = useState(isDirectionSettled);
  if (isAnswered || isDirectionSettled()) return undefined;
  const answer = (isRed: boolean): void => {
    if (isRed) changeDirection('red-up');
    settleDirection();
    setAnswered(true);
  };
  return (
    <section aria-label={t('look.direction')} className={styles['question']}>
      <p>{t('look.ask')}</p>
      <div className={styles['answers']}>
        <Button isSmall look="accent" onClick={() => answer(true)}>
          {t('look.yes')}
        </Button>
        <Button isSmall onClick={() => answer(false)}>
          {t('look.no')}
        </Button>
      </div>
    </section>
  );
}
