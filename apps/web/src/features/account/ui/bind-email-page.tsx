import { maskedAccount } from '@meridian/contract/account/masked-account';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { isEmail } from '../../../shared/account-rules.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { securityStateQuery } from '../../../shared/step-up/security-api.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormCard } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { CodeField } from '../../../shared/verification-code/code-field.tsx';
import { useCode } from '../../../shared/verification-code/use-code.ts';
import { bindEmail, sendEmailCode } from '../api.ts';
import styles from './form.module.css';
import { useAccountForm } from './use-change.ts';

/**
 * Binds an e-mail address to the account, or replaces it.
 * @param hint location of the mail (demo)
 */
export function BindEmailPage({ hint }: { readonly hint: (email: string) => ReactNode }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { data: state } = useQuery(securityStateQuery);
  const { register, handleSubmit, formState, getValues, trigger } = useForm<{
    email: string;
    code: string;
  }>();
  const { errors } = formState;
  const { wasSent, send: sendCode, ...sending } = useCode(sendEmailCode);
  const { isBusy, failure, send } = useAccountForm(bindEmail, {
    onDone: () => void navigate('/accountSet'),
  });
  const requestCode = async (): Promise<void> => {
    if (await trigger('email', { shouldFocus: true })) await sendCode(getValues('email').trim());
  };
  const submit = handleSubmit(({ email, code }) =>
    send({ email: email.trim(), code: code.trim() }),
  );
  const current =
    state === undefined || state.email === '' ? undefined : maskedAccount(state.email);
  return (
    <FormCard title={t(current === undefined ? 'security.bindEmail' : 'security.changeEmail')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('account.newEmail')}
          hint={current && t('account.currentEmail', { email: current })}
          type="email"
          autoComplete="email"
          autoFocus
          error={errors.email && t('auth.error.email')}
          {...register('email', { validate: isEmail })}
        />
        <CodeField
          sending={sending}
          onSend={() => void requestCode()}
          error={errors.code && t('auth.error.code')}
          {...register('code', { required: true })}
        />
        {wasSent && hint(getValues('email').trim())}
        <p className={styles['note']}>
          {t('security.holdAfter', { hours: WITHDRAWAL_HOLD_HOURS })}
        </p>
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('security.bindEmail')}
        </Button>
      </form>
      <Link to="/accountSet">{t('account.back')}</Link>
    </FormCard>
  );
}
