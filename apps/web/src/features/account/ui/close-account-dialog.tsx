import { useForm } from 'react-hook-form';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { endSessionBy } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { closeAccount } from '../api.ts';
import styles from './form.module.css';
import { useAccountForm } from './use-change.ts';

/** Closes the account for ever, after its name was typed. */
export function CloseAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate();
  const { register, handleSubmit, formState } = useForm<{ account: string }>();
  const { isBusy, failure, send } = useAccountForm((name: Parameters<typeof closeAccount>[0]) =>
    endSessionBy(() => closeAccount(name)),
  );
  const submit = handleSubmit(({ account }) => send({ account: account.trim() }));
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
        <FormFailure text={failure?.message} />
        <Button type="submit" look="danger" isWide isBusy={isBusy}>
          {t('personal.closeMine')}
        </Button>
      </form>
    </Dialog>
  );
}
