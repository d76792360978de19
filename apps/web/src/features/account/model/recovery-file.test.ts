import { expect, test } from 'vitest';
import { recoveryFile } from './recovery-file.ts';

test('has a code on each line', () =>
  expect(recoveryFile('Meridian', ['AAAAA-BBBBB', 'CCCCC-DDDDD'])).toBe(
    'Meridian\n\nAAAAA-BBBBB\nCCCCC-DDDDD\n',
  ));
