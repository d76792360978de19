import { expect, test } from 'vitest';
import { FlashGate } from './flash-gate.ts';

test('flashes the way that the value moved, not at its first sight', () => {
  const gate = new FlashGate();
  expect(gate.movement(undefined, 0)).toBeUndefined();
  expect(gate.movement('9.5', 1)).toBeUndefined();
  expect(gate.movement('10.25', 1_000)).toBe('up');
  expect(gate.movement('9', 2_000)).toBe('down');
  expect(gate.movement('9.00', 3_000)).toBeUndefined();
  expect(gate.movement('-', 4_000)).toBeUndefined();
});

test('flashes at most twice in a second, however fast the value moves', () => {
  const gate = new FlashGate();
  let flashes = 0;
  for (let ms = 0; ms < 10_000; ms += 50)
    if (gate.movement(String(ms), ms) !== undefined) flashes++;
  expect(flashes).toBe(20);
});
