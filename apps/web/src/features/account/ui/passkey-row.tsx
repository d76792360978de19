import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { canUsePasskeys } from '../../../shared/passkey/passkey.ts';
import type { Passkey, SecurityState } from '../../../shared/step-up/security-state.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { removePasskey } from '../api.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import styles from './passkey-row.module.css';
import { SecurityRow } from './security-row.tsx';
import { useChange } from './use-change.ts';

/** Adds and removes passkeys of the account. The first second factor brings recovery codes. */
export function PasskeyRow({ state }: { readonly state: SecurityState | undefined }) {
  const t = useTranslate();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<Passkey>();
  const remove = useChange(removePasskey, { onDone: () => setRemoved(undefined) });
  const passkeys = state?.passkeys ?? [];
  const isLastFactor = state?.hasTotp === false && passkeys.length === 1;
  const isPossible = canUsePasskeys();
  const showCodes = (recoveryCodes: readonly string[]): void => {
    setAdding(false);
    setCodes(recoveryCodes);
    showToast('success', t('security.passkeyAdded'));
  };
  return (
    <SecurityRow
      title={t('security.passkeys')}
      about={t(isPossible ? 'security.passkeysAbout' : 'passkey.notHere')}
      isSet={state && passkeys.length > 0}
      value={
        passkeys.length > 0 ? t('security.passkeyCount', { count: passkeys.length }) : undefined
      }
      actions={
        <>
          <Button
            isSmall
            disabled={state === undefined || !isPossible}
            aria-label={t('passkey.add')}
            onClick={() => setAdding(true)}
          >
            {t('security.add')}
          </Button>
          {isAdding && <PasskeyDialog onAdded={showCodes} onClose={() => setAdding(false)} />}
          {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
          <ConfirmDialog
            isOpen={removed !== undefined}
            title={t('security.removePasskeyAsk')}
            confirmLabel={t('security.remove')}
            isBusy={remove.isPending}
            onConfirm={() => removed && remove.mutate({ id: removed.id })}
            onCancel={() => setRemoved(undefined)}
          >
            {t('security.removePasskeyAbout', {
              name: removed?.name ?? '',
              hours: WITHDRAWAL_HOLD_HOURS,
            })}{' '}
            {isLastFactor && t('security.codesEnd')}
          </ConfirmDialog>
        </>
      }
    >
      {passkeys.length === 0 ? undefined : (
        <ul className={styles['passkeys']}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={setRemoved} />
          ))}
        </ul>
      )}
    </SecurityRow>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyItem({ passkey, onRemove }: PasskeyItemProps) {
  const t = useTranslate();
  return (
    <li>
      <div>
        <p className={styles['name']}>{passkey.name}</p>
        <p className={styles['dates']}>
          <span>{t('security.addedAt', { time: passkey.createdAt })}</span>
          <span>
            {passkey.lastUsedAt === ''
              ? t('security.neverUsed')
              : t('security.usedAt', { time: passkey.lastUsedAt })}
          </span>
        </p>
      </div>
      <Button
        isSmall
        look="text"
        aria-label={t('security.removePasskey', { name: passkey.name })}
        onClick={() => onRemove(passkey)}
      >
        {t('security.remove')}
      </Button>
    </li>
  );
}
