import { expect, test } from 'vitest';
import { wholeRecord } from './whole-record.ts';

test('an empty record is none', () => {
  expect([wholeRecord(undefined), wholeRecord({}), wholeRecord({ id: 0 })]).toEqual([
    undefined,
    undefined,
    { id: 0 },
  ]);
});
