import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { turnConfirmation, useConfirmation } from '../draft.ts';
import styles from './margin-form.module.css';

/** Whether orders are confirmed in a dialog. A visitor, who sends none, does without its code. */
export function AskFirst() {
  const t = useTranslate();
  const isOn = useConfirmation((setting) => setting.isOn);
  return (
    <div className={styles['ask']}>
      <Checkbox isChecked={isOn} onChange={turnConfirmation}>
        {t('margin.askFirst')}
      </Checkbox>
    </div>
  );
}
