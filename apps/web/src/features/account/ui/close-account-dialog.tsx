import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { endSessionBy } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { closeAccount } from '../api.ts';
import styles from './form.module.css';
import { useChange } from './use-change.ts';

/** Closes the account for ever, after its name was typed. */
export function CloseAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm<{ account: string }>();
  const { mutate, isPending } = useChange(
    (name: Parameters<typeof closeAccount>[0]) => endSessionBy(() => closeAccount(name)),
    { onFailure: setFailure },
  );
  const submit = handleSubmit(({ account }) => {
    setFailure(undefined);
    mutate({ account: account.trim() });
  });
  return (
    <Dialog isOpen title={t('personal.close')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles['note']}>{t('personal.closeAbout')}</p>
        <p className={styles['note']}>{t('personal.closeFirst')}</p>
        <TextField
          label={t('personal.closeType')}
          autoComplete="off"
          spellCheck={false}
          error={formState.errors.account && t('personal.closeType')}
          {...register('account', { required: true })}
        />
        <FormFailure text={failure} />
        <Button type="submit" look="danger" isWide isBusy={isPending}>
          {t('personal.closeMine')}
        </Button>
      </form>
    </Dialog>
  );
}
