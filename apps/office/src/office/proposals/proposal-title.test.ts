import { expect, test } from 'vitest';
import { titleOf } from './proposal-title.ts';

const title = (action: string, subject: string, before: unknown, after: unknown) =>
  titleOf({ action, subject, before: JSON.stringify(before), after: JSON.stringify(after) });

test('a proposal is named by a sentence', () => {
  expect(title('setting.save', 'setting custorm_url', '', 'https://help.example')).toBe(
    'Change the setting Customer service link from nothing to https://help.example',
  );
  expect(title('setting.save', 'setting daily_limit_1', '2000', '3000')).toBe(
    'Change the setting Daily withdrawals of level 1 from 2000 to 3000',
  );
  expect(title('setting.save', 'setting payment_rate', '7.1', '7.1')).toBe(
    'Confirm the setting Price of payments at 7.1',
  );
  expect(
    title(
      'currency.change',
      'currency 4',
      { id: 4, code: 'ABC', scale: 8 },
      { id: 4, code: 'ABD', scale: 8 },
    ),
  ).toBe('Rename the currency ABC to ABD');
  expect(
    title(
      'network.change',
      'network erc20',
      { fee: '1', confirmations: 12 },
      { fee: '2', confirmations: 12 },
    ),
  ).toBe('Change the network Ethereum, ERC-20: fee from 1 to 2');
  expect(
    title(
      'user.unfreeze',
      'user 100007',
      { is_frozen: true },
      { is_frozen: false, reason: 'Back' },
    ),
  ).toBe('Open the frozen account of customer 100007 again');
  expect(
    title('operator.invite', 'operator ann@x.example', null, {
      account: 'ann@x.example',
      role: 'owner',
    }),
  ).toBe('Let in ann@x.example as owner');
  expect(title('operator.invite', 'operator 7', null, { account: 'ann@x.example' })).toBe(
    'Invite ann@x.example again',
  );
  expect(title('user.unfreeze', 'user 100001', { is_frozen: true }, { is_frozen: false })).toBe(
    'Open the frozen account of customer 100001 again',
  );
  expect(
    title(
      'margin.change',
      'market 1',
      { symbol: 'BTC/USDT', leverages: [5, 10] },
      { symbol: 'BTC/USDT', leverages: [5, 10, 200] },
    ),
  ).toBe('Change the leveraged contracts on BTC/USDT: leverages from 5, 10 to 5, 10, 200');
  expect(title('custody.resume', 'all currencies', { paused: true }, { paused: false })).toBe(
    'Resume withdrawals of all currencies',
  );
});

test('two changes are named, more are counted, long values are cut', () => {
  const before = {
    symbol: 'BTC/USDT',
    maker_fee_bps: 8,
    taker_fee_bps: 10,
    band_bps: 5,
    status: 'open',
  };
  expect(
    title('market.change', 'market 1', before, { ...before, maker_fee_bps: 9, taker_fee_bps: 11 }),
  ).toBe(
    'Change the market BTC/USDT: maker fee from 0.08% to 0.09%, taker fee from 0.10% to 0.11%',
  );
  expect(
    title('market.change', 'market 1', before, {
      ...before,
      maker_fee_bps: 9,
      taker_fee_bps: 11,
      band_bps: 6,
    }),
  ).toContain(', and 1 more');
  expect(title('setting.save', 'setting app_url', '', 'x'.repeat(200)).length).toBeLessThan(150);
});

test('what has no sentence yet is named by the log', () => {
  expect(title('new_thing.save', 'thing 7', null, {})).toBe('New thing save: Thing 7');
});
