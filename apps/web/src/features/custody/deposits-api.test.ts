import { expect, test } from 'vitest';
import { addressOn } from './deposits-api.ts';

test('each network has its own address in the answer', () => {
  const usdt = { usdt_erc20: '0x1', usdt_trc20: 'T1', usdt: '1A' };
  expect([
    addressOn('erc20', usdt),
    addressOn('trc20', usdt),
    addressOn('omni', usdt),
    addressOn('btc', usdt),
    addressOn('eth', usdt),
  ]).toEqual(['0x1', 'T1', '1A', undefined, undefined]);
  expect([addressOn('btc', { btc: 'bc1' }), addressOn('eth', '0x2')]).toEqual(['bc1', '0x2']);
});
