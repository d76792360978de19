import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('a sound', () => {
  let heard: number[];
  let nowMs: number;
  beforeEach(() => {
    vi.resetModules();
    heard = [];
    nowMs = 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
    class Audio {
      readonly state = 'running';
      readonly currentTime = 0;
      createGain = () => ({ gain, connect: () => undefined });
      createOscillator() {
        const frequency = { value: 0 };
        return {
          frequency,
          connect: () => undefined,
          start: () => heard.push(frequency.value),
          stop: () => undefined,
        };
      }
    }
    vi.stubGlobal('AudioContext', Audio);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const ALERT = [659, 988];
  const WARNING = [494, 370, 494, 370];

  test('rests for a second, unless a more urgent one comes', async () => {
    const { playSound } = await import('./sounds.ts');
    playSound('alerts');
    playSound('alerts');
    expect(heard).toEqual(ALERT);
    playSound('warnings');
    expect(heard).toEqual([...ALERT, ...WARNING]);
    playSound('alerts');
    nowMs += 999;
    playSound('warnings');
    expect(heard).toHaveLength(6);
    nowMs += 1;
    playSound('alerts');
    expect(heard).toHaveLength(8);
  });

  test('is not heard while its switch is off or the volume is nothing', async () => {
    const { playSound, turnVolume } = await import('./sounds.ts');
    playSound('fills');
    expect(heard).toEqual([]);
    playSound('fills', { isTest: true });
    expect(heard).toEqual([880]);
    nowMs += 1_000;
    turnVolume(0);
    playSound('alerts');
    expect(heard).toEqual([880]);
  });
});
