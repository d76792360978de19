import { Trans } from '@lingui/react';
import { useState, type ReactNode } from 'react';
import { useController, useForm, type Control, type UseFormTrigger } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { isAllowedPassword, isEmail } from '../../../shared/account-rules.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { FormCard } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { CodeField } from '../../../shared/verification-code/code-field.tsx';
import { useCode } from '../../../shared/verification-code/use-code.ts';
import { openSession, register as openAccount, sendRegistrationCode } from '../api.ts';
import { returnPath } from './return-path.ts';

interface Fields {
  email: string;
  code: string;
  password: string;
  repeated: string;
  invitation: string;
  agrees: boolean;
}

/** Opening an account with a code from one's mail. Afterwards one is logged in. @param hint where the mail is (demo) */
export function RegisterPage({ hint }: { readonly hint?: (email: string) => ReactNode }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const location = useLocation();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<string>();
  const { register, control, handleSubmit, formState, getValues, trigger } = useForm<Fields>({ defaultValues: { email: query.get('email') ?? '', invitation: query.get('extension_code') ?? '', agrees: false } });
  const { errors, isSubmitting } = formState;
  const { wasSent, send, ...sending } = useCode(sendRegistrationCode);
  const requestCode = async (): Promise<void> => {
    if (await trigger(['email', 'agrees'], { shouldFocus: true })) await send(getValues('email').trim());
  };
  const submit = handleSubmit(async ({ email, code, password, repeated, invitation }) => {
    setFailure(undefined);
    const account = email.trim();
    try {
      await openAccount({ type: 'email', user_string: account, code: code.trim(), password, re_password: repeated, ...(invitation === '' ? {} : { extension_code: invitation }) });
      await openSession(account, password);
    } catch (error) {
      setFailure((error as Error).message);
      return;
    }
    showToast('success', t('auth.registered'));
    await navigate(returnPath(location), { replace: true });
  });
  return (
    <FormCard title={t('auth.register')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={t('auth.email')} type="email" autoComplete="email" autoFocus error={errors.email && t('auth.error.email')} {...register('email', { validate: isEmail, onChange: () => errors.email && void trigger('email') })} />
        <CodeField sending={sending} onSend={() => void requestCode()} error={errors.code && t('auth.error.code')} {...register('code', { required: true })} />
        {wasSent && hint?.(getValues('email').trim())}
        <TextField label={t('auth.password')} type="password" autoComplete="new-password" error={errors.password && t('auth.error.password')} {...register('password', { validate: isAllowedPassword })} />
        <TextField label={t('auth.repeatPassword')} type="password" autoComplete="new-password" error={errors.repeated && t('auth.error.repeated')} {...register('repeated', { validate: (value) => value === getValues('password') })} />
        <TextField label={t('auth.invitation')} autoComplete="off" {...register('invitation')} />
        <Agreement control={control} trigger={trigger} />
        <FormFailure text={failure} />
        <Button type="submit" look="accent" isWide isBusy={isSubmitting}>
          {t('auth.register')}
        </Button>
      </form>
      <p>
        {t('auth.haveAccount')}{' '}
        <Link to="/components/login" state={location.state as unknown}>
          {t('auth.login')}
        </Link>
      </p>
    </FormCard>
  );
}

/** Has to be ticked before a code is sent, and before the account is opened. */
function Agreement({ control, trigger }: { readonly control: Control<Fields>; readonly trigger: UseFormTrigger<Fields> }) {
  const t = useTranslate();
  const { field, fieldState } = useController({ control, name: 'agrees', rules: { validate: (agrees) => agrees } });
  const change = (agrees: boolean): void => {
    field.onChange(agrees);
    if (fieldState.invalid) void trigger('agrees');
  };
  return (
    <Checkbox isChecked={field.value} onChange={change} error={fieldState.error && t('auth.error.agreement')}>
      <Trans id={'auth.agree'} components={{ 0: <ArticleLink id={2103} />, 1: <ArticleLink id={2101} /> }} />
    </Checkbox>
  );
}

/** Opens beside the form, which keeps what was typed. */
function ArticleLink({ id, children }: { readonly id: number; readonly children?: ReactNode }) {
  return (
    <Link to={`/components/noticeDetail?id=${id}`} target="_blank" rel="noopener">
      {children}
    </Link>
  );
}
