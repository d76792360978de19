import { expect, it } from 'vitest';
import { isDecision, type Call } from '../schema/call.ts';
import { allCalls } from '../schema/test-calls.ts';

/** Permissions to decide on other people's requests, or on the operators who decide. */
const DECIDING = /\.(?:approve|decide|review|rule|pay|release)$|^operators\.write$/;

const officeCalls = async (): Promise<Call[]> =>
  (await allCalls()).filter(({ path }) => path.startsWith('/office/'));

it('what decides says so: whoever makes it waits after joining and sends a code', async () => {
  const calls = await officeCalls();
  expect(calls.length).toBeGreaterThan(70);
  const missing = calls.filter(
    (call) => call.method === 'POST' && DECIDING.test(call.permission ?? '') && !isDecision(call),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});

it('only what operators change asks for a code', async () => {
  const wrong = (await officeCalls()).filter(
    (call) =>
      (isDecision(call) || call.asksCode === true) &&
      (call.method !== 'POST' || call.access !== 'operator'),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
