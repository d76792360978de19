import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { addPasskey, sessionsQuery } from '../api.ts';
import styles from './form.module.css';
import { useAccountForm } from './use-change.ts';

const LONGEST_NAME = 40;

/** Adds a passkey of this device, under a name: the device's by default. */
export function PasskeyDialog({
  onAdded,
  onClose,
}: {
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const { data: sessions } = useQuery(sessionsQuery);
  const device = sessions?.find(({ isCurrent }) => isCurrent)?.device ?? '';
  const { register, handleSubmit, formState } = useForm<{ name: string }>({
    defaultValues: { name: device.slice(0, LONGEST_NAME) },
  });
  const { errors } = formState;
  const { isBusy, failure, send } = useAccountForm(addPasskey, { onDone: onAdded });
  const submit = handleSubmit(({ name }) => send(name.trim()));
  return (
    <Dialog isOpen title={t('passkey.add')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles['note']}>{t('passkey.addAbout')}</p>
        <TextField
          label={t('passkey.name')}
          hint={t('passkey.nameHint')}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          error={errors.name && t('security.error.passkeyName')}
          {...register('name', { validate: (name) => name.trim() !== '' })}
        />
        <p className={styles['note']}>
          {t('security.holdAfter', { hours: WITHDRAWAL_HOLD_HOURS })}
        </p>
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('auth.next')}
        </Button>
      </form>
    </Dialog>
  );
}
