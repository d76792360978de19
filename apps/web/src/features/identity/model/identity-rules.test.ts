import { DOCUMENT_TYPES as CONTRACT_TYPES } from '@meridian/contract/identity/calls';
import { expect, test } from 'vitest';
import { DOCUMENT_TYPES, isDocumentNumber, isName } from './identity-rules.ts';

test.each(['Li', '张伟', "Anne-Marie O'Neil", ' José Ñúñez '])('%j is a name', (text) =>
  expect(isName(text)).toBe(true),
);
test.each(['', 'X', 'R2D2', '张3', '١٢', '<b>', 'x'.repeat(81)])('%j is none', (text) =>
  expect(isName(text)).toBe(false),
);

test.each(['11010119900307123X', 'AB-123456', ' C01X00T47 '])(
  '%j is a number of a document',
  (text) => expect(isDocumentNumber(text)).toBe(true),
);
test.each(['', '123', '身份证110101', '12 34 56', '１２３４５６'])('%j is none', (text) =>
  expect(isDocumentNumber(text)).toBe(false),
);

test('knows the documents of the contract', () => expect(DOCUMENT_TYPES).toEqual(CONTRACT_TYPES));
