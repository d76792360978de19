import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readSimpleSend, simpleSendPayload, simpleSendScript } from './omni-payload.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const script = (payload: string): Uint8Array =>
  new Uint8Array(Buffer.from(`6a146f6d6e69${payload}`, 'hex'));

describe('simple sends', () => {
  test('as Omni Core writes them', () => {
    expect(hex(simpleSendPayload({ property: 1, amount: 100_000_000n }))).toBe(
      '00000000000000010000000005f5e100',
    );
    expect(hex(simpleSendScript({ property: 31, amount: 150_000_000n }))).toBe(
      '6a146f6d6e69000000000000001f0000000008f0d180',
    );
  });

  test('are read back, and nothing else is', () => {
    const send = { property: 31, amount: 9_223_372_036_854_775_807n };
    expect(readSimpleSend(simpleSendScript(send))).toEqual(send);
    expect(readSimpleSend(script('000000000000001f8000000000000000'))).toBeUndefined();
    expect(readSimpleSend(script('000000000000001f0000000000000000'))).toBeUndefined();
    expect(readSimpleSend(script('000000030000001f0000000005f5e100'))).toBeUndefined();
    expect(readSimpleSend(script('000100000000001f0000000005f5e100'))).toBeUndefined();
    expect(readSimpleSend(script('000000000000001f0000000005f5e10000'))).toBeUndefined();
    expect(() => simpleSendPayload({ property: 31, amount: 1n << 63n })).toThrow();
    expect(() => simpleSendPayload({ property: 31, amount: 0n })).toThrow();
  });
});

const FILE = path.join(
  process.env['MERIDIAN_SHARED'] ??
    path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../shared'),
  'data/vectors/omni_payloads.json',
);

test.skipIf(!existsSync(FILE))("Omni Core's own payloads: only the simple send is one", () => {
  const { payloads } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    payloads: { case: string; payload_hex: string }[];
  };
  expect(payloads.length).toBeGreaterThan(20);
  for (const { case: name, payload_hex: payload } of payloads) {
    const bytes = Buffer.from(
      `6a${(4 + payload.length / 2).toString(16).padStart(2, '0')}6f6d6e69${payload}`,
      'hex',
    );
    expect(readSimpleSend(bytes), name).toEqual(
      name === 'payload_simple_send' ? { property: 1, amount: 100_000_000n } : undefined,
    );
  }
});
