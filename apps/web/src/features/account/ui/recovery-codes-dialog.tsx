import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { recoveryFile } from '../model/recovery-file.ts';
import styles from './recovery-codes-dialog.module.css';

const FILE_NAME = 'meridian-recovery-codes.txt';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/**
 * Recovery codes, which cannot be shown again: the dialog closes only after the user confirms that
 * they are kept.
 */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useTranslate();
  const [areKept, setKept] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const text = recoveryFile(t('security.recoveryFile'), codes);
  const close = (): void => {
    if (areKept) onClose();
    else setAsked(true);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showToast('success', t('action.copied'));
    } catch {
      showToast('error', t('action.copyFailed'));
    }
  };
  return (
    <Dialog
      isOpen
      title={t('security.recoveryCodes')}
      onClose={close}
      actions={
        <Button look="accent" isWide onClick={close}>
          {t('security.recoveryDone')}
        </Button>
      }
    >
      <div className={styles['body']}>
        <p>{t('security.recoveryAbout')}</p>
        <ul className={styles['codes']} aria-label={t('security.recoveryCodes')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles['ways']}>
          <Button onClick={() => void copy()}>{t('security.recoveryCopy')}</Button>
          <Button onClick={() => saveFile(FILE_NAME, text)}>{t('security.recoverySave')}</Button>
        </div>
        <Checkbox
          isChecked={areKept}
          onChange={setKept}
          error={isAsked && !areKept ? t('security.error.recoveryKept') : undefined}
        >
          {t('security.recoveryKept')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
