import { maskedAccount } from '@meridian/contract/account/masked-account';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { SecurityState } from '../../../shared/step-up/security-state.ts';
import { securityStateQuery } from '../../../shared/step-up/security-api.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { hasSecondFactor } from '../model/security-level.ts';
import { AntiPhishingDialog } from './anti-phishing-dialog.tsx';
import { AuthenticatorRow } from './authenticator-row.tsx';
import { FundPasswordDialog } from './fund-password-dialog.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { RecoveryCodesRow } from './recovery-codes-row.tsx';
import styles from './security-card.module.css';
import { SecurityRow } from './security-row.tsx';

/**
 * All protections of the account, with their states.
 * @param hint location of a code (demo)
 */
export function SecurityCard({ hint }: { readonly hint: (account: string) => ReactNode }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(securityStateQuery);
  return (
    <Card title={t('feature.security')} about={t('security.about')}>
      {data === undefined && error !== null ? (
        <div className={styles['failed']}>
          <Failure message={error.message} onRetry={() => void refetch()} />
        </div>
      ) : (
        <ul className={styles['rows']}>
          {/* Second factors first: they protect most. */}
          <AuthenticatorRow state={data} />
          <PasskeyRow state={data} />
          {data !== undefined && hasSecondFactor(data) && <RecoveryCodesRow state={data} />}
          <SecurityRow
            title={t('security.password')}
            about={t('security.passwordAbout')}
            isSet={data && true}
            actions={
              <ButtonLink to="/resetPwd" isSmall label={t('security.changePassword')}>
                {t('action.change')}
              </ButtonLink>
            }
          />
          <EmailRow state={data} />
          <PhoneRow state={data} hint={hint} />
          <FundPasswordRow state={data} />
          <AntiPhishingRow state={data} />
        </ul>
      )}
    </Card>
  );
}

interface RowProps {
  /** Undefined while loading. */
  readonly state: SecurityState | undefined;
}

function EmailRow({ state }: RowProps) {
  const t = useTranslate();
  const isBound = state && state.email !== '';
  return (
    <SecurityRow
      title={t('auth.email')}
      about={t('security.emailAbout')}
      isSet={isBound}
      value={state && isBound ? maskedAccount(state.email) : undefined}
      actions={
        <ButtonLink
          to="/bindEmail"
          isSmall
          label={t(isBound === false ? 'security.bindEmail' : 'security.changeEmail')}
        >
          {t(isBound === false ? 'security.bind' : 'action.change')}
        </ButtonLink>
      }
    />
  );
}

function PhoneRow({ state, hint }: RowProps & { readonly hint: (account: string) => ReactNode }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const isBound = state && state.phone !== '';
  const name = t(isBound ? 'security.changePhone' : 'security.bindPhone');
  return (
    <SecurityRow
      title={t('auth.phone')}
      about={t('security.phoneAbout')}
      isSet={isBound}
      value={state && isBound ? maskedAccount(state.phone) : undefined}
      actions={
        <>
          <Button
            isSmall
            disabled={state === undefined}
            aria-label={name}
            onClick={() => setOpen(true)}
          >
            {t(isBound ? 'action.change' : 'security.bind')}
          </Button>
          {isOpen && <PhoneDialog title={name} hint={hint} onClose={() => setOpen(false)} />}
        </>
      }
    />
  );
}

function FundPasswordRow({ state }: RowProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const name = t(
    state?.hasFundPassword === true ? 'security.changeFundPassword' : 'security.setFundPassword',
  );
  return (
    <SecurityRow
      title={t('security.fundPassword')}
      about={t('security.fundPasswordAbout')}
      isSet={state && state.hasFundPassword && !state.isFundPasswordLocked}
      value={state?.isFundPasswordLocked === true ? t('security.locked') : undefined}
      actions={
        <>
          <Button
            isSmall
            disabled={state === undefined}
            aria-label={name}
            onClick={() => setOpen(true)}
          >
            {t(state?.hasFundPassword === true ? 'action.change' : 'security.set')}
          </Button>
          {isOpen && <FundPasswordDialog title={name} onClose={() => setOpen(false)} />}
        </>
      }
    />
  );
}

function AntiPhishingRow({ state }: RowProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const isSet = state && state.antiPhishingCode !== '';
  const name = t(isSet ? 'security.changeAntiPhishing' : 'security.setAntiPhishing');
  return (
    <SecurityRow
      title={t('security.antiPhishing')}
      about={t('security.antiPhishingAbout')}
      isSet={isSet}
      value={isSet ? state.antiPhishingCode : undefined}
      actions={
        <>
          <Button
            isSmall
            disabled={state === undefined}
            aria-label={name}
            onClick={() => setOpen(true)}
          >
            {t(isSet ? 'action.change' : 'security.set')}
          </Button>
          {isOpen && <AntiPhishingDialog title={name} onClose={() => setOpen(false)} />}
        </>
      }
    />
  );
}
