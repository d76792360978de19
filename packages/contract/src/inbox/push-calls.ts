import { Type } from 'typebox';
import { TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Text } from '../schema/scalars.ts';
import { PUSH_RULES } from './push-rules.ts';

const inInbox = { access: 'private', area: 'inbox' } as const;
/** A key of a browser's subscription. */
const Key = (bytes: number, what: string) =>
  Type.String({
    pattern: `^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`,
    description: `${what}: ${bytes} bytes in base64url without padding`,
  });

const PushState = Type.Object({
  public_key: Type.String({
    description: 'applicationServerKey of PushManager.subscribe: 65 bytes in base64url',
  }),
  devices: Type.Array(
    Type.Object({
      id: Type.String({
        description: 'SHA-256 of the endpoint, in base64url: a browser knows its own by it',
      }),
      device: Type.String({ description: 'browser and system, for example Chrome, Windows' }),
      service: Type.String({ description: 'host of the push service' }),
      created_time: TimeOut,
      told_time: TimeOut,
    }),
    { description: `at most ${PUSH_RULES.most}, newest first` },
  ),
});

export const pushState = defineCall({
  ...inInbox,
  method: 'GET',
  path: '/api/user/push',
  summary: 'Devices of the account that get notifications while no page is open (Web Push)',
  input: Type.Object({}),
  output: PushState,
});

export const pushSubscribe = defineCall({
  ...inInbox,
  method: 'POST',
  path: '/api/user/push_subscribe',
  summary:
    'Turns notifications on for a device, until its session is ended. The owner is told of a new one; a device of another account becomes one of this',
  input: Type.Object({
    endpoint: Text(PUSH_RULES.endpointLetters, 'address at a known push service'),
    p256dh: Key(65, 'public key of the subscription'),
    auth: Key(16, 'secret of the subscription'),
  }),
  output: PushState,
});

export const pushUnsubscribe = defineCall({
  ...inInbox,
  method: 'POST',
  path: '/api/user/push_unsubscribe',
  summary: 'Turns notifications off for a device',
  input: Type.Object({ id: Text(43) }),
  output: PushState,
});
