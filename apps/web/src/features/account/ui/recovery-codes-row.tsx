import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { SecurityState } from '../../../shared/step-up/security-state.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { makeRecoveryCodes } from '../api.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecurityRow } from './security-row.tsx';
import { useChange } from './use-change.ts';

/** Below this number the row warns. */
const FEW_CODES = 3;

/** The dialog over the row. */
type Step =
  { readonly name: 'ask' } | { readonly name: 'codes'; readonly codes: readonly string[] };

/** The recovery codes of an account with a second factor: their number, and their replacement. */
export function RecoveryCodesRow({ state }: { readonly state: SecurityState }) {
  const t = useTranslate();
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);
  const left = state.recoveryCodesLeft;
  const renew = useChange(makeRecoveryCodes, {
    onDone: (codes) => setStep({ name: 'codes', codes }),
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
            onConfirm={() => renew.mutate(undefined)}
            onCancel={close}
          >
            {t('security.renewCodesAbout', { hours: WITHDRAWAL_HOLD_HOURS })}
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
