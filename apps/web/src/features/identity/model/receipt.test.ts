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
  real_name: '',
  bank_name: '',
  bank_account: '',
  alipay_account: '',
  wechat_nickname: '',
  wechat_account: '',
};

test('what people put between digits is taken away', () => {
  expect(
    cleanReceipt({ ...NONE, real_name: ' 张伟 ', bank_account: '6222 0000-1234 5678 ' }),
  ).toEqual({ ...NONE, real_name: '张伟', bank_account: '6222000012345678' });
});

test.each<[ReceiptField, Partial<Receipt>, string | undefined]>([
  ['real_name', {}, 'name'],
  ['real_name', { real_name: 'X2' }, 'name'],
  ['real_name', { real_name: 'Ana Pérez' }, undefined],
  ['bank_name', {}, undefined],
  ['bank_name', { bank_account: '622200001234' }, 'missing'],
  ['bank_account', { bank_name: 'ICBC' }, 'missing'],
  ['bank_account', { bank_name: 'ICBC', bank_account: '62-2200 0012' }, undefined],
  ['bank_account', { bank_name: 'ICBC', bank_account: 'DE89 3704' }, 'digits'],
  ['bank_account', { bank_name: 'ICBC', bank_account: '12345' }, 'digits'],
  ['alipay_account', {}, undefined],
  ['wechat_nickname', { wechat_account: 'ana' }, 'missing'],
  ['wechat_account', { wechat_nickname: ' ' }, undefined],
])('%s of %o: %s', (field, given, fault) =>
  expect(faultOf({ ...NONE, ...given }, field)).toBe(fault),
);

test('a way is set when all of it is', () => {
  expect(isWaySet({ ...NONE, bank_name: 'ICBC' }, 'bank')).toBe(false);
  expect(isWaySet({ ...NONE, bank_name: 'ICBC', bank_account: '622200001234' }, 'bank')).toBe(true);
  expect(hasWay({ ...NONE, real_name: 'Ana' })).toBe(false);
  expect(hasWay({ ...NONE, alipay_account: 'ana@example.com' })).toBe(true);
});
