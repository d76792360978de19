import { ADDRESS_WAIT_HOURS } from '@meridian/contract/custody/bounds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { switchWhitelist, whitelistQuery } from '../api.ts';
import { useChange } from './use-change.ts';
import styles from './whitelist-card.module.css';

/**
 * Whether only addresses of the book may be withdrawn to. Turning it off is asked about, since it
 * holds withdrawals.
 */
export function WhitelistCard() {
  const t = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const { data: isOn, error, refetch } = useQuery(whitelistQuery);
  const { mutate, isPending } = useChange(switchWhitelist, { onDone: () => setAsked(false) });
  return (
    <Card title={t('address.whitelist')}>
      {isOn === undefined && error !== null ? (
        <Failure message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className={styles['body']}>
          <div className={styles['switch']}>
            <Switch
              label={t('address.whitelistOnly')}
              isOn={isOn === true}
              isDisabled={isOn === undefined || isPending}
              onChange={(on) => (on ? mutate(true) : setAsked(true))}
            />
          </div>
          <ul className={styles['rules']}>
            <li>{t('address.whitelistWait', { hours: ADDRESS_WAIT_HOURS })}</li>
            <li>{t('address.whitelistOff', { hours: ADDRESS_WAIT_HOURS })}</li>
          </ul>
          <ConfirmDialog
            isOpen={isAsked}
            title={t('address.whitelistAsk')}
            confirmLabel={t('address.whitelistEnd')}
            isBusy={isPending}
            onConfirm={() => mutate(false)}
            onCancel={() => setAsked(false)}
          >
            {t('address.whitelistOff', { hours: ADDRESS_WAIT_HOURS })}
          </ConfirmDialog>
        </div>
      )}
    </Card>
  );
}
