import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useForm } from 'react-hook-form';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { setFundPassword } from '../api.ts';
import { FUND_PASSWORD_DIGITS, isFundPassword } from '../model/secret-rules.ts';
import styles from './form.module.css';
import { useAccountForm } from './use-change.ts';

interface FundPasswordDialogProps {
  readonly title: string;
  readonly onClose: () => void;
}

/**
 * Sets or replaces the fund password, also a forgotten one: the step-up replaces the old password.
 */
export function FundPasswordDialog({ title, onClose }: FundPasswordDialogProps) {
  const t = useTranslate();
  const { register, handleSubmit, formState, getValues } = useForm<{
    password: string;
    repeated: string;
  }>();
  const { errors } = formState;
  const { isBusy, failure, send } = useAccountForm(setFundPassword, {
    onDone: onClose,
  });
  const submit = handleSubmit((values) => send(values));
  const digits = {
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: FUND_PASSWORD_DIGITS,
  } as const;
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles['note']}>{t('security.fundPasswordRule')}</p>
        <TextField
          label={t('security.fundPassword')}
          error={errors.password && t('security.error.fundPassword')}
          {...digits}
          {...register('password', { validate: isFundPassword })}
        />
        <TextField
          label={t('security.repeatFundPassword')}
          error={errors.repeated && t('auth.error.repeated')}
          {...digits}
          {...register('repeated', { validate: (value) => value === getValues('password') })}
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
