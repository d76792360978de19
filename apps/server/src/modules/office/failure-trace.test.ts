import { expect, it } from 'vitest';
import type { AuditEntry } from '../../gateway/handler.ts';
import { FailureTrace } from './failure-trace.ts';

function traceAt(clock: { nowMs: number }) {
  const entries: (AuditEntry & { operator: number; address: string })[] = [];
  const auditLog = {
    append: async (operator: number, address: string, entry: AuditEntry) =>
      void entries.push({ operator, address, ...entry }),
  };
  return { entries, trace: new FailureTrace(auditLog, () => clock.nowMs) };
}

const FAILED = { action: 'login_failed', subject: 'operator 7' };

it('operator 14: the first failure is an entry, those after it are counted, and the count is an entry', async () => {
  const clock = { nowMs: 0 };
  const { entries, trace } = traceAt(clock);
  for (let failure = 0; failure < 50; failure++) await trace.note(0, '203.0.113.7', FAILED);
  expect(entries).toEqual([{ operator: 0, address: '203.0.113.7', ...FAILED }]);
  await trace.note(0, '203.0.113.8', FAILED);
  expect(entries).toHaveLength(2);
  clock.nowMs = 600_000;
  await trace.note(0, '203.0.113.7', FAILED);
  expect(entries.slice(2)).toEqual([
    {
      operator: 0,
      address: '203.0.113.7',
      action: 'login_failed_again',
      subject: 'operator 7',
      after: { more: 49, minutes: 10 },
    },
    { operator: 0, address: '203.0.113.7', ...FAILED },
  ]);
});

it('a stranger with ever new addresses does not fill the log', async () => {
  const { entries, trace } = traceAt({ nowMs: 0 });
  for (let failure = 0; failure < 5_000; failure++)
    await trace.note(0, `2001:db8:${failure.toString(16)}::1`, FAILED);
  expect(entries).toHaveLength(201);
  expect(entries.at(-1)).toMatchObject({ action: 'login_failed', subject: 'many addresses' });
});

it('nor does it hide who has the password and tries codes', async () => {
  const { entries, trace } = traceAt({ nowMs: 0 });
  for (let failure = 0; failure < 300; failure++)
    await trace.note(0, `2001:db8:${failure.toString(16)}::1`, FAILED);
  await trace.note(0, '203.0.113.9', { action: 'code_wrong', subject: 'operator 7' });
  expect(entries.at(-1)).toEqual({
    operator: 0,
    address: '203.0.113.9',
    action: 'code_wrong',
    subject: 'operator 7',
  });
});
