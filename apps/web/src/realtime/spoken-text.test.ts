import { expect, test } from 'vitest';
import { spokenText } from './spoken-text.ts';

test('a toast shows the ends of addresses and hashes, and all else as it is', () => {
  const hash = `0x${'ab'.repeat(31)}cd`;
  const address = `0x${'42'.repeat(20)}`;
  expect(spokenText(`1,234.5 USDT: ${address}. Transaction ${hash}`)).toBe(
    '1,234.5 USDT: 0x424242…42424242. Transaction 0xababab…abababcd',
  );
  expect(spokenText('来自 ERC20 的 5 USDT 已存入现货账户。')).toBe(
    '来自 ERC20 的 5 USDT 已存入现货账户。',
  );
});
