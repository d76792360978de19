import { LANGUAGES } from '@meridian/contract/languages';
import { expect, test } from 'vitest';
import { textOf } from '../../texts.ts';
import { confirmationText } from './confirmation-text.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const WITHDRAWAL = {
  code: '012345',
  coin: 'USDT',
  scale: 8,
  network: 'erc20',
  amount: 12_345_678_900n,
  fee: 300_000_000n,
  address: ADDRESS,
  freezeLink: 'https://exchange.example/freeze#token',
  forecast: { isReviewed: false, waitsUntilMs: 0, reasons: [] },
} as const;

test.each(LANGUAGES)(
  'the message in %s has the code first, the whole withdrawal and the link that freezes',
  (language) => {
    const { subject, body } = confirmationText(language, WITHDRAWAL);
    expect(subject).toContain('Meridian');
    expect(/\d{6}/.exec(body)?.[0]).toBe('012345');
    for (const part of [
      'USDT',
      'ERC20',
      '123.456789 USDT',
      '3 USDT',
      '120.456789 USDT',
      'https://exchange.example/freeze#token',
    ])
      expect(body).toContain(part);
    // Whole, in one piece, and at the end of its line, so that it can be compared and copied.
    expect(body.split('\n').filter((line) => line.endsWith(` ${ADDRESS}`))).toHaveLength(1);
  },
);

test('a fee that takes all leaves nothing, and no negative amount', () => {
  expect(confirmationText('en', { ...WITHDRAWAL, amount: 1n }).body).toContain('Received: 0 USDT');
});

test.each(LANGUAGES)(
  'the message in %s says what holds the withdrawal back, and until when',
  (language) => {
    const untilMs = Date.UTC(2026, 10, 24, 4);
    const { body } = confirmationText(language, {
      ...WITHDRAWAL,
      forecast: {
        isReviewed: true,
        waitsUntilMs: 0,
        reasons: [
          { reason: 'new_device', untilMs },
          { reason: 'amount', untilMs: 0 },
        ],
      },
    });
    const reviewed = textOf(language, 'hold.reviewed');
    for (const part of [
      reviewed,
      `- ${textOf(language, 'hold.reason.new_device')}`,
      '2026-11-24 12:00:00',
      `- ${textOf(language, 'hold.reason.amount')}`,
    ])
      expect(body).toContain(part);
    expect(confirmationText(language, WITHDRAWAL).body).not.toContain(reviewed);
  },
);
