import type { SecurityState } from '@meridian/contract/security/calls';
import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { makeRecoveryCodes } from '../api.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecurityRow } from './security-row.tsx';
import { useChange } from './use-change.ts';

/** Fewer than these are soon none. */
const FEW_CODES = 3;

/** What stands over the row at the moment. */
type Step =
  { readonly name: 'ask' } | { readonly name: 'codes'; readonly codes: readonly string[] };

/**
 * The recovery codes of an account with a second factor: how many are left, new ones in place of
 * the old.
 */
export function RecoveryCodesRow({ state }: { readonly state: SecurityState }) {
  const t = useTranslate();
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);
  const left = state.recovery_codes_left;
  const renew = useChange(makeRecoveryCodes, {
    onDone: ({ recovery_codes }) => setStep({ name: 'codes', codes: recovery_codes }),
  });
  return (
    <SecurityRow
      title={t('security.recoveryCodes')}
      about={t('security.recoveryCodesAbout')}
      isSet={left >= FEW_CODES}
      value={t('security.recoveryCodesLeft', { count: left })}
      actions={
        <>
          <Button isSmall onClick={() => setStep({ name: 'ask' })}>
            {t('security.renewCodes')}
          </Button>
          {step?.name === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
          <ConfirmDialog
            isOpen={step?.name === 'ask'}
            title={t('security.renewCodesAsk')}
            confirmLabel={t('security.renewCodes')}
            isBusy={renew.isPending}
            onConfirm={() => renew.mutate({})}
            onCancel={close}
          >
            {t('security.renewCodesAbout')}
          </ConfirmDialog>
        </>
      }
    >
      {left < FEW_CODES ? (
        <p>{t(left === 0 ? 'security.recoveryCodesNone' : 'security.recoveryCodesFew')}</p>
      ) : undefined}
    </SecurityRow>
  );
}
