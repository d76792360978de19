import { expect, test } from 'vitest';
import { Merchant } from './merchant.ts';

const merchant = new Merchant({
  url: 'https://pay.example',
  merchantId: 'M-1',
  md5Key: 'md5 key',
  callbackSecret: 'callback secret',
});
const FIELDS = {
  order_id: 'abc',
  merchant_id: 'M-1',
  currency: 'CNY',
  sign_type: 'MD5',
  amount: '71.00',
  account: 'payer@example.com',
  lang: '',
};
/**
 * Of `account=payer@example.com&amount=71.00&currency=CNY&merchant_id=M-1&order_id=abc`, by md5sum
 * and openssl.
 */
const MD5 = 'D82E17DD3A98679A7E89CDED856E079B';
const HMAC = '947499a31ebbda7ab16bd97a7a81a281c0f43966e732f7416ffdc4e8cfc00b31';

test('both signatures are those of other programs over the documented text', () => {
  expect(merchant.md5Of(FIELDS)).toBe(MD5);
  expect(merchant.signatureOf(FIELDS)).toBe(HMAC);
  expect(merchant.isCallbackSigned({ ...FIELDS, sign: MD5 }, HMAC)).toBe(true);
  expect(merchant.isCallbackSigned({ ...FIELDS, sign: MD5 }, '')).toBe(false);
  expect(merchant.isCallbackSigned({ ...FIELDS, sign: '' }, HMAC)).toBe(false);
});

test('a text with two readings is signed by nobody', () => {
  const { account: _account, ...rest } = FIELDS;
  const twice = { ...rest, account: 'payer@example.com', sign: MD5 };
  const folded = {
    order_id: 'abc',
    merchant_id: 'M-1',
    sign_type: 'MD5',
    account: 'payer@example.com&amount=71.00&currency=CNY',
    sign: MD5,
  };
  expect(merchant.md5Of(folded), 'the signed text is the same').toBe(merchant.md5Of(twice));
  expect([merchant.isFormSigned(twice), merchant.isFormSigned(folded)]).toEqual([true, false]);
});
