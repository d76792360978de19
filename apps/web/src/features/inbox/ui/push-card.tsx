import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { pushQuery, removeDevice, type PushDevice } from '../../../shared/push/push-api.ts';
import { PushSwitch } from '../../../shared/push/push-switch.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { settingsQuery } from '../api.ts';
import choices from './mail-choice-card.module.css';
import styles from './push-card.module.css';
import { useSaveSetting } from './use-save-setting.ts';

/** Notifications on this device, their topics, and all devices that get them. */
export function PushCard() {
  const t = useTranslate();
  const devices = useQuery(pushQuery).data?.devices ?? [];
  return (
    <Card title={t('inbox.push')} about={t('inbox.pushAbout')}>
      <div className={styles['part']}>
        <PushSwitch label={t('inbox.push')} />
      </div>
      {devices.length > 0 && (
        <>
          <Devices devices={devices} />
          <Topics />
        </>
      )}
    </Card>
  );
}

function Devices({ devices }: { readonly devices: readonly PushDevice[] }) {
  const t = useTranslate();
  const client = useQueryClient();
  const ownId = useQuery(pushQuery).data?.ownId;
  const remove = useMutation({
    mutationFn: (id: string) => removeDevice(id),
    onSuccess: (settings) => client.setQueryData(pushQuery.queryKey, settings),
    onError: (error) => showToast('error', error.message),
  });
  return (
    <div className={styles['part']}>
      <h3>{t('inbox.pushDevices')}</h3>
      <ul className={styles['devices']}>
        {devices.map(({ id, device, createdAt }) => {
          const name = device === '' ? t('inbox.pushUnknown') : device;
          return (
            <li key={id}>
              <span>
                {t('inbox.pushDevice', { device: name, time: createdAt })}{' '}
                {id === ownId && <Badge tone="success">{t('inbox.pushThis')}</Badge>}
              </span>
              <Button
                isSmall
                look="text"
                isBusy={remove.isPending && remove.variables === id}
                aria-label={t('inbox.pushRemoveOne', { device: name })}
                onClick={() => remove.mutate(id)}
              >
                {t('inbox.pushRemove')}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Topics() {
  const t = useTranslate();
  const { data = [] } = useQuery(settingsQuery);
  const save = useSaveSetting();
  return (
    <>
      <h3 className={styles['part']}>{t('inbox.pushTopics')}</h3>
      <ul className={choices['topics']}>
        {data.map(({ topic, isPushed }) => (
          <li key={topic}>
            <Switch
              label={t(`inbox.topic.${topic}`)}
              isOn={isPushed}
              isDisabled={save.isPending}
              onChange={(isOn) => save.mutate({ topic, isPushed: isOn })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
