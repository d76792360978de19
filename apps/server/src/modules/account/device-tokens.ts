import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';
import type { UserRow } from './accounts.ts';

/** Lifetime of a device token. Each login in the browser renews it. */
export const DEVICE_TOKEN_MS = 180 * 86_400_000;

const PURPOSE = 'device of an account';
const ID_BYTES = 12;
/** Those of earlier versions begin with the number of the user. */
const TOKEN = /^(?:[0-9]{1,15}\.)?([0-9a-z]{1,10})\.([\w-]{16})\.([\w-]{43})$/;

type Owner = Pick<UserRow, 'id' | 'password_hash'>;

/**
 * The token by which a browser shows later that an account was opened in it before. It opens
 * nothing: it counts the browser's wrong passwords apart from those of strangers
 * (`login-delays.ts`), and tells withdrawals a known device from a new one (`withdrawal-rules.ts`).
 * Signed, bound to the account and to its password: a new password makes all of them worthless. It
 * stays in a browser after the logout, for the next person to see, so it does not name the account.
 * Keeps no table.
 */
export class DeviceTokens {
  readonly #secrets: Secrets;
  readonly #nowMs: () => number;

  constructor(secrets: Secrets, nowMs: () => number = Date.now) {
    this.#secrets = secrets;
    this.#nowMs = nowMs;
  }

  /** @param id of the device */
  issue(owner: Owner, id: string): string {
    const expires = (this.#nowMs() + DEVICE_TOKEN_MS).toString(36);
    return `${expires}.${id}.${this.#secrets.sign(PURPOSE, textOf(owner, expires, id))}`;
  }

  /**
   * The id of the device, undefined if the token has expired or is not one of this account and its
   * password.
   */
  idOf(owner: Owner | undefined, token: string | undefined): string | undefined {
    const [, expires = '0', id = '', signature = ''] = TOKEN.exec(token ?? '') ?? [];
    if (owner === undefined || Number.parseInt(expires, 36) <= this.#nowMs()) return undefined;
    return this.#secrets.isSigned(PURPOSE, textOf(owner, expires, id), signature) ? id : undefined;
  }
}

/** A new random device id. */
export function newDeviceId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

function textOf({ id: user, password_hash }: Owner, expires: string, id: string): string {
  return JSON.stringify([String(user), expires, id, password_hash]);
}
