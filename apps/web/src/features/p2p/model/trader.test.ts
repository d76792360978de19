import { expect, test } from 'vitest';
import { completionOf } from './trader.ts';

const of = (monthCompleted: number, monthEnded: number) =>
  completionOf({ monthCompleted, monthEnded, completed: 0 });

test('a rate is told from thirty deals on, the counts below that', () => {
  expect(of(0, 0)).toEqual({ kind: 'none' });
  expect(of(28, 29)).toEqual({ kind: 'counts', completed: 28, ended: 29 });
  expect(of(29, 30)).toEqual({ kind: 'rate', rate: '96.6' });
  expect(of(30, 30)).toEqual({ kind: 'rate', rate: '100.0' });
});
