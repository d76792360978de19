import { useState, type ReactNode } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { AccountName } from '../../../shared/account-name.ts';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormCard } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { useCode } from '../../../shared/verification-code/use-code.ts';
import { checkAddress, sendRegistrationCode } from '../registration-api.ts';
import {
  AccountFields,
  NO_ACCOUNT,
  useAccountName,
  type AccountValues,
} from './account-fields.tsx';
import { Agreement } from './agreement.tsx';
import { OpeningStep } from './opening-step.tsx';

interface Values extends AccountValues {
  agrees: boolean;
}

/**
 * Registration: first the address, then its code and a password.
 * @param hint location of the code (demo)
 */
export function RegisterPage({ hint }: { readonly hint?: (receiver: string) => ReactNode }) {
  const t = useTranslate();
  const location = useLocation();
  const [query] = useSearchParams();
  // Outlives its step: a user who comes back finds the typed values.
  const form = useForm<Values>({
    defaultValues: { ...NO_ACCOUNT, email: query.get('email') ?? '', agrees: false },
  });
  const [account, setAccount] = useState<AccountName>();
  const [sentTo, setSentTo] = useState<string>();
  const sending = useCode(sendRegistrationCode);
  const send = async (to: AccountName): Promise<void> => {
    await sending.send(to);
    setSentTo(to.whole);
  };
  const goOn = async (to: AccountName): Promise<void> => {
    // A user who only went back already has a code.
    if (sentTo !== to.whole || sending.waitSeconds === 0) await send(to);
    setAccount(to);
  };
  return (
    <FormCard title={t('auth.register')}>
      {account === undefined ? (
        <FormProvider {...form}>
          <AccountStep onChecked={goOn} />
        </FormProvider>
      ) : (
        <OpeningStep
          account={account}
          countryId={form.getValues('countryId') ?? 0}
          invitation={query.get('extension_code') ?? ''}
          sending={sending}
          onSend={() => void send(account)}
          onBack={() => setAccount(undefined)}
          hint={sending.wasSent && hint?.(account.whole)}
        />
      )}
      <p>
        {t('auth.haveAccount')}{' '}
        <Link to="/components/login" state={location.state as unknown}>
          {t('auth.login')}
        </Link>
      </p>
    </FormCard>
  );
}

function AccountStep({
  onChecked,
}: {
  readonly onChecked: (account: AccountName) => Promise<void>;
}) {
  const t = useTranslate();
  const { handleSubmit } = useFormContext<Values>();
  const nameOf = useAccountName();
  const { isBusy, failure, send } = useFormCall(checkAddress, {
    onDone: (_answer, account) => onChecked(account),
  });
  const submit = handleSubmit(async (values) => {
    const account = nameOf(values);
    if (account !== undefined) await send(account);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <AccountFields isNationality />
      <Agreement />
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('auth.next')}
      </Button>
    </form>
  );
}
