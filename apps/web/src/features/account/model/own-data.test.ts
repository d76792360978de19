import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '@meridian/contract/client/api-error';
import { asCsv, asJson, readPart } from './own-data.ts';

const PAGES = [
  {
    head: ['id', 'amount'],
    rows: [
      ['1', '-1.5'],
      ['2', '3'],
    ],
    next: '2',
  },
  { head: ['id', 'amount'], rows: [['3', '=cmd()']], next: '' },
];

afterEach(() => void vi.useRealTimers());

it('is read to its end, page by page', async () => {
  const read = vi.fn(
    (_part: string, after: string) =>
      Promise.resolve(after === '' ? PAGES[0] : PAGES[1]) as Promise<(typeof PAGES)[number]>,
  );
  const part = await readPart('statement', read);
  expect(read.mock.calls).toEqual([
    ['statement', ''],
    ['statement', '2'],
  ]);
  expect(part.rows).toHaveLength(3);
  expect(asCsv(part)).toBe("id,amount\r\n1,-1.5\r\n2,3\r\n3,'=cmd()\r\n");
  expect(JSON.parse(asJson([part], '2026-01-01T00:00:00.000Z'))).toEqual({
    made_time: '2026-01-01T00:00:00.000Z',
    statement: [
      { id: '1', amount: '-1.5' },
      { id: '2', amount: '3' },
      { id: '3', amount: '=cmd()' },
    ],
  });
});

it('waits where a limit on requests stops it, and gives up where something else does', async () => {
  vi.useFakeTimers();
  const limit = new ApiError('Too many requests', {
    type: 'error',
    code: 'too_many_requests',
    status: 429,
    waitSeconds: 2,
  });
  const read = vi.fn<(part: string, after: string) => Promise<(typeof PAGES)[number]>>();
  for (const page of PAGES) read.mockRejectedValueOnce(limit).mockResolvedValueOnce(page);
  const reading = readPart('sessions', read);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_001);
  expect((await reading).rows).toHaveLength(3);
  const broken = new ApiError('Busy', { code: 'engine_busy', status: 503 });
  await expect(readPart('sessions', () => Promise.reject(broken))).rejects.toBe(broken);
});
