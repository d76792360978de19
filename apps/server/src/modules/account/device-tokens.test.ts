import { describe, expect, test } from 'vitest';
import { Secrets } from '../../secrets.ts';
import { DEVICE_TOKEN_MS, DeviceTokens, newDeviceId } from './device-tokens.ts';

const OWNER = { id: 1_234_567n, password_hash: 'first' };
const OTHER = { id: 7_654_321n, password_hash: 'first' };

describe('the token of a device', () => {
  let nowMs = 1_000;
  const devices = new DeviceTokens(
    new Secrets('a secret of the tests, and of nothing else'),
    () => nowMs,
  );
  const id = newDeviceId();

  test('names the device for its account and password alone, until it expires', () => {
    nowMs = 1_000;
    const token = devices.issue(OWNER, id);
    expect(devices.idOf(OWNER, token)).toBe(id);
    expect(devices.idOf(OTHER, token)).toBeUndefined();
    expect(devices.idOf({ ...OWNER, password_hash: 'second' }, token)).toBeUndefined();
    expect(devices.idOf(OWNER, undefined)).toBeUndefined();
    nowMs += DEVICE_TOKEN_MS;
    expect(devices.idOf(OWNER, token)).toBeUndefined();
  });

  test('does not say whose it is: it stays in the browser after the logout', () => {
    expect(devices.issue(OWNER, id)).not.toContain(String(OWNER.id));
  });

  test('of an earlier version, with the number of the user, is known on', () => {
    nowMs = 1_000;
    const earlier = `${OWNER.id}.${devices.issue(OWNER, id)}`;
    expect(devices.idOf(OWNER, earlier)).toBe(id);
    expect(devices.idOf(OTHER, earlier)).toBeUndefined();
  });
});
