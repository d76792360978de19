import { expect, test } from 'vitest';
import {
  cleanReceipt,
  faultOf,
  hasWay,
  isWaySet,
  type Receipt,
  type ReceiptField,
} from './receipt.ts';

const NONE: Receipt = {
  realName: '',
  bankName: '',
  bankAccount: '',
  alipayAccount: '',
  wechatNickname: '',
  wechatAccount: '',
};

test('what people put between digits is taken away', () => {
  expect(
    cleanReceipt({ ...NONE, realName: ' 张伟 ', bankAccount: '6222 0000-1234 5678 ' }),
  ).toEqual({ ...NONE, realName: '张伟', bankAccount: '6222000012345678' });
});

test.each<[ReceiptField, Partial<Receipt>, string | undefined]>([
  ['realName', {}, 'name'],
  ['realName', { realName: 'X2' }, 'name'],
  ['realName', { realName: 'Ana Pérez' }, undefined],
  ['bankName', {}, undefined],
  ['bankName', { bankAccount: '622200001234' }, 'missing'],
  ['bankAccount', { bankName: 'ICBC' }, 'missing'],
  ['bankAccount', { bankName: 'ICBC', bankAccount: '62-2200 0012' }, undefined],
  ['bankAccount', { bankName: 'ICBC', bankAccount: 'DE89 3704' }, 'digits'],
  ['bankAccount', { bankName: 'ICBC', bankAccount: '12345' }, 'digits'],
  ['alipayAccount', {}, undefined],
  ['wechatNickname', { wechatAccount: 'ana' }, 'missing'],
  ['wechatAccount', { wechatNickname: ' ' }, undefined],
])('%s of %o: %s', (field, given, fault) =>
  expect(faultOf({ ...NONE, ...given }, field)).toBe(fault),
);

test('a way is set when all of it is', () => {
  expect(isWaySet({ ...NONE, bankName: 'ICBC' }, 'bank')).toBe(false);
  expect(isWaySet({ ...NONE, bankName: 'ICBC', bankAccount: '622200001234' }, 'bank')).toBe(true);
  expect(hasWay({ ...NONE, realName: 'Ana' })).toBe(false);
  expect(hasWay({ ...NONE, alipayAccount: 'ana@example.com' })).toBe(true);
});
