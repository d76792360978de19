import { expect, test } from 'vitest';
import { noteServerDate, serverNowMs } from './server-clock.ts';

/**
 * The server is 5 minutes ahead; an answer takes `travelMs` to arrive, and its date has no
 * milliseconds.
 */
function answer(clientMs: number, travelMs: number): void {
  const serverMs = clientMs + 300_000;
  noteServerDate(new Date(serverMs).toUTCString(), clientMs + travelMs);
}

test('follows this machine until an answer has come, then comes near to the server from below', () => {
  expect(serverNowMs(1_000)).toBe(1_000);
  noteServerDate(null);
  noteServerDate('no date');
  expect(serverNowMs(1_000)).toBe(1_000);
  answer(10_700, 200);
  expect(serverNowMs(0)).toBe(299_100);
  answer(20_950, 400);
  expect(serverNowMs(0)).toBe(299_100);
  answer(31_020, 30);
  expect(serverNowMs(0)).toBe(299_950);
});
