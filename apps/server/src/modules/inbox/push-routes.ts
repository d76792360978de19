import { pushState, pushSubscribe, pushUnsubscribe } from '@meridian/contract/inbox/push-calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { CallRegistry } from '../../gateway/handler.ts';
import { originOf } from '../account/device.ts';
import type { MessageLimits } from '../account/message-limits.ts';
import type { SecurityLog } from '../account/security-log.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { PushDevices } from './push-devices.ts';
import type { PushKeys } from './push-keys.ts';

interface PushServices {
  readonly pushDevices: PushDevices;
  readonly pushKeys: PushKeys;
  readonly limits: MessageLimits;
  readonly securityLog: SecurityLog;
}

/** Devices that get messages while no page is open. */
export function registerPushRoutes(
  gateway: CallRegistry,
  { pushDevices: devices, pushKeys, limits, securityLog }: PushServices,
): void {
  const state = async (user: number): Promise<CallOutput<typeof pushState>> => ({
    public_key: (await pushKeys.open()).publicKey,
    devices: (await devices.of(user)).map(({ id, device, service, created_at, told_at }) => ({
      id,
      device,
      service,
      created_time: shanghaiTime(created_at.getTime()),
      told_time: told_at === null ? '' : shanghaiTime(told_at.getTime()),
    })),
  });
  gateway.registerCall(pushState, ({ session: { user } }) => state(user));
  gateway.registerCall(pushSubscribe, async (context) => {
    const { session, input } = context;
    const { user } = session;
    devices.check(input);
    const isNew = !(await devices.has(user, input.endpoint));
    // A new one is told, and counts: a thief's browser would read along.
    if (isNew) await limits.takeChange(user);
    const origin = originOf(context);
    await devices.subscribe(session, input, origin.device);
    if (isNew) await securityLog.record(user, 'push_added', origin);
    return state(user);
  });
  gateway.registerCall(pushUnsubscribe, async (context) => {
    const { user } = context.session;
    await devices.unsubscribe(user, context.input.id);
    await securityLog.record(user, 'push_removed', originOf(context));
    return state(user);
  });
}
