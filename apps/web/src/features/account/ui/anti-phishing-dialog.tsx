import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useForm } from 'react-hook-form';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { setAntiPhishing } from '../api.ts';
import { isAntiPhishingCode } from '../model/secret-rules.ts';
import styles from './form.module.css';
import { useAccountForm } from './use-change.ts';

interface AntiPhishingDialogProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** Sets the anti-phishing code, which each of our mails contains. */
export function AntiPhishingDialog({ title, onClose }: AntiPhishingDialogProps) {
  const t = useTranslate();
  const { register, handleSubmit, formState } = useForm<{ code: string }>();
  const { errors } = formState;
  const { isBusy, failure, send } = useAccountForm(setAntiPhishing, {
    onDone: onClose,
  });
  const submit = handleSubmit(({ code }) => send({ code: code.trim() }));
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles['note']}>{t('security.antiPhishingHow')}</p>
        <TextField
          label={t('security.antiPhishing')}
          hint={t('security.antiPhishingRule')}
          autoComplete="off"
          spellCheck={false}
          error={errors.code && t('security.antiPhishingRule')}
          {...register('code', { validate: (code) => isAntiPhishingCode(code.trim()) })}
        />
        <p className={styles['note']}>
          {t('security.holdAfter', { hours: WITHDRAWAL_HOLD_HOURS })}
        </p>
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('action.save')}
        </Button>
      </form>
    </Dialog>
  );
}
