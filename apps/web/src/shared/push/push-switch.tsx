import { ApiError } from '@meridian/contract/client/api-error';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from '../i18n/translate.ts';
import { Switch } from '../ui/switch.tsx';
import { showToast } from '../ui/toasts.ts';
import { currentSubscription, subscribeBrowser } from './browser-push.ts';
import { pushQuery, removeDevice, sendSubscription, type PushSettings } from './push-api.ts';
import styles from './push-switch.module.css';

/** Turns notifications on this device on and off, or says why it cannot. */
export function PushSwitch({ label }: { readonly label: string }) {
  const t = useTranslate();
  const { data } = useQuery(pushQuery);
  const turn = useTurn();
  // Its state is known within a moment: a line that comes then moves nothing that is read.
  if (data === undefined)
    return <Switch label={label} isOn={false} isDisabled onChange={nothing} />;
  const { state } = data;
  const isPossible = state === 'on' || state === 'off';
  return (
    <div>
      <Switch
        label={label}
        isOn={state === 'on'}
        isDisabled={!isPossible || turn.isPending}
        onChange={(isOn) => turn.mutate({ settings: data, isOn })}
      />
      {!isPossible && (
        <p className={styles['why']}>
          {t(state === 'blocked' ? 'inbox.pushBlocked' : 'inbox.pushUnsupported')}
        </p>
      )}
    </div>
  );
}

function nothing(): void {
  // Until the state is known.
}

interface Turn {
  readonly settings: PushSettings;
  readonly isOn: boolean;
}

function useTurn() {
  const t = useTranslate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ settings, isOn }: Turn) => (isOn ? turnOn(settings) : turnOff(settings)),
    onSuccess: (settings) => {
      if (settings !== undefined) client.setQueryData(pushQuery.queryKey, settings);
    },
    onError: (error) =>
      showToast('error', error instanceof ApiError ? error.message : t('inbox.pushFailed')),
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  });
}

/** Undefined where the person does not allow it. */
async function turnOn({ publicKey }: PushSettings): Promise<PushSettings | undefined> {
  const subscription = await subscribeBrowser(publicKey);
  if (subscription === undefined) return undefined;
  try {
    return await sendSubscription(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function turnOff({ ownId }: PushSettings): Promise<PushSettings | undefined> {
  // First the server: where it does not answer, the switch is still on.
  const settings = ownId === undefined ? undefined : await removeDevice(ownId);
  await (await currentSubscription())?.unsubscribe();
  return settings;
}
