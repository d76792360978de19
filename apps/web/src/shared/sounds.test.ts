import { expect, test } from 'vitest';
import { soundOf, storedSounds } from './sounds.ts';

test('of messages that come together the most urgent is heard', () => {
  expect(soundOf(['order_filled', 'margin_call', 'alert_rose'])).toBe('warnings');
  expect(soundOf(['order_filled', 'alert_fell'])).toBe('alerts');
  expect(soundOf(['deposit_seen', 'toString'])).toBeUndefined();
});

test('fills are silent until somebody turns them on', () => {
  expect(storedSounds(undefined)).toEqual({
    isOn: { fills: false, alerts: true, warnings: true },
    volume: 60,
  });
});

test('what is stored and makes no sense is left alone', () => {
  expect(storedSounds('{"on":["fills"],"volume":5000}')).toEqual({
    isOn: { fills: true, alerts: false, warnings: false },
    volume: 100,
  });
  for (const text of ['', 'null', '{}', '{"on":3}']) expect(storedSounds(text).volume).toBe(60);
});
