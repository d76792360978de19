import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { SecurityState } from '../../../shared/step-up/security-state.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { beginTotp, disableTotp } from '../api.ts';
import { hasSecondFactor } from '../model/security-level.ts';
import { AuthenticatorDialog, type TotpSecret } from './authenticator-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecurityRow } from './security-row.tsx';
import { useChange } from './use-change.ts';

/** The dialog over the row. */
type Step =
  | { readonly name: 'setup'; readonly secret: TotpSecret }
  | { readonly name: 'codes'; readonly codes: readonly string[] }
  | { readonly name: 'disable' };

/** Enables or disables the authenticator. */
export function AuthenticatorRow({ state }: { readonly state: SecurityState | undefined }) {
  const t = useTranslate();
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);
  const showCodes = (codes: readonly string[]): void => setStep({ name: 'codes', codes });
  const begin = useChange(beginTotp, { onDone: (secret) => setStep({ name: 'setup', secret }) });
  const disable = useChange(disableTotp, { onDone: close });
  return (
    <SecurityRow
      title={t('security.totp')}
      about={t('security.totpAbout')}
      isSet={state?.hasTotp}
      actions={
        <>
          {state?.hasTotp === true ? (
            <Button
              isSmall
              aria-label={t('security.disableTotp')}
              onClick={() => setStep({ name: 'disable' })}
            >
              {t('security.disable')}
            </Button>
          ) : (
            <Button
              isSmall
              {...(state === undefined || hasSecondFactor(state)
                ? {}
                : { look: 'accent' as const })}
              disabled={state === undefined}
              isBusy={begin.isPending}
              aria-label={t('security.enableTotp')}
              onClick={() => begin.mutate({})}
            >
              {t('security.enable')}
            </Button>
          )}
          {step?.name === 'setup' && (
            <AuthenticatorDialog secret={step.secret} onEnabled={showCodes} onClose={close} />
          )}
          {step?.name === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
          <ConfirmDialog
            isOpen={step?.name === 'disable'}
            title={t('security.disableTotpAsk')}
            confirmLabel={t('security.disable')}
            isBusy={disable.isPending}
            onConfirm={() => disable.mutate({})}
            onCancel={close}
          >
            {t('security.disableTotpAbout', { hours: WITHDRAWAL_HOLD_HOURS })}{' '}
            {state?.passkeys.length === 0 && t('security.codesEnd')}
          </ConfirmDialog>
        </>
      }
    />
  );
}
