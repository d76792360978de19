import { describe, expect, it } from 'vitest';
import { readCalls } from './system-calls.ts';

describe('readCalls', () => {
  it('joins a call that others interrupted, and keeps the order of beginnings and ends', () => {
    const trace = [
      '11 10:00:00.000001 fdatasync(5</db/pg_wal/01> <unfinished ...>',
      '12 10:00:00.000002 sendto(7<socket:[1]>, "C\\0 (x) = 0", 8, 0, NULL, 0) = 8',
      '11 10:00:00.000003 <... fdatasync resumed>) = 0',
      '12 10:00:00.000004 --- SIGURG {si_signo=SIGURG} ---',
      '12 10:00:00.000005 +++ exited with 0 +++',
    ].join('\n');
    expect(readCalls(trace)).toEqual([
      {
        process: '11',
        name: 'fdatasync',
        at: '10:00:00.000001',
        text: '5</db/pg_wal/01>) = 0',
        from: 0,
        to: 2,
      },
      {
        process: '12',
        name: 'sendto',
        at: '10:00:00.000002',
        text: '7<socket:[1]>, "C\\0 (x) = 0", 8, 0, NULL, 0) = 8',
        from: 1,
        to: 1,
      },
    ]);
  });
});
