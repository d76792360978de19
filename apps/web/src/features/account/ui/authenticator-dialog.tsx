import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useForm } from 'react-hook-form';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { QrCode } from '../../../shared/ui/qr-code.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { enableTotp } from '../api.ts';
import styles from './authenticator-dialog.module.css';
import { useAccountForm } from './use-change.ts';

/** The secret of a new authenticator. */
export interface TotpSecret {
  /** Base32. */
  readonly secret: string;
  /** For the QR code. */
  readonly uri: string;
}

interface AuthenticatorDialogProps {
  readonly secret: TotpSecret;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

const CODE = /^\s*\d{3}\s?\d{3}\s*$/;

/**
 * Adds a secret to an authenticator, by QR code or by hand, and takes it into use with a code of
 * the authenticator.
 */
export function AuthenticatorDialog({ secret, onEnabled, onClose }: AuthenticatorDialogProps) {
  const t = useTranslate();
  const { register, handleSubmit, formState } = useForm<{ code: string }>();
  const { errors } = formState;
  const { isBusy, failure, send } = useAccountForm(enableTotp, { onDone: onEnabled });
  const submit = handleSubmit(({ code }) => send(code.replace(/\s/g, '')));
  return (
    <Dialog isOpen title={t('security.enableTotp')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <ol className={styles['steps']}>
          <li>
            <p>{t('security.totpScan')}</p>
            <div className={styles['code']}>
              <QrCode value={secret.uri} label={t('security.totpQr')} />
            </div>
            <p className={styles['note']}>{t('security.totpByHand')}</p>
            <p className={styles['key']}>
              <code>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton value={secret.secret} what={t('security.totpKey')} />
            </p>
          </li>
          <li>
            <p>{t('security.totpType')}</p>
            <TextField
              label={t('auth.totp')}
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.code && t('security.error.sixDigits')}
              {...register('code', { pattern: CODE, required: true })}
            />
          </li>
        </ol>
        <p className={styles['note']}>
          {t('security.holdAfter', { hours: WITHDRAWAL_HOLD_HOURS })}
        </p>
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('security.enable')}
        </Button>
      </form>
    </Dialog>
  );
}
