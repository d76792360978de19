import { describe, expect, it } from 'vitest';
import { EngineClock, type ClockStart } from './engine-clock.ts';

const NOON = Date.UTC(2026, 0, 5, 12);
const SECOND = 1_000;
const HOUR = 3_600_000;

/** A machine with two clocks under the test's control. */
class Machine {
  wallMs = NOON;
  passedMs = 5;
  readonly nowMs = (): number => this.wallMs;
  readonly monotonicMs = (): number => this.passedMs;

  pass(ms: number): void {
    this.wallMs += ms;
    this.passedMs += ms;
  }
}

function start(lastMs = 0, clockStart: ClockStart = 'wall') {
  const machine = new Machine();
  return { machine, clock: new EngineClock(machine, lastMs, clockStart) };
}

describe('EngineClock', () => {
  it('is the wall clock while that one goes on evenly', () => {
    const { machine, clock } = start();
    for (let second = 1; second <= 3; second++) {
      machine.pass(SECOND);
      expect(clock.read()).toBe(NOON + second * SECOND);
    }
    expect([clock.steps, clock.stepMs]).toEqual([0, 0]);
  });

  it('follows a small difference, by no more than 5 ms in a second', () => {
    for (const differenceMs of [40, -40]) {
      const { machine, clock } = start();
      machine.wallMs += differenceMs;
      const times = Array.from({ length: 10 }, () => {
        machine.pass(SECOND);
        return clock.read() - NOON;
      });
      const towards = Math.sign(differenceMs);
      expect(times.map((time, index) => time - (index + 1) * SECOND)).toEqual(
        [5, 10, 15, 20, 25, 30, 35, 40, 40, 40].map((ms) => ms * towards),
      );
      expect(clock.steps).toBe(0);
    }
  });

  it('loses nothing when it is read very often', () => {
    const { machine, clock } = start();
    for (let reading = 0; reading < 200_000; reading++) {
      machine.pass(1 / 512);
      clock.read();
    }
    expect(clock.read() - NOON).toBe(Math.floor(200_000 / 512));
  });

  it('does not follow a step, however often it comes, and says how far off the clock is', () => {
    for (const stepMs of [3 * SECOND, -3 * SECOND, 73 * 365 * 24 * HOUR, -HOUR]) {
      const { machine, clock } = start();
      machine.wallMs += stepMs;
      machine.pass(HOUR);
      expect(clock.read()).toBe(NOON + HOUR);
      expect([clock.steps, clock.stepMs]).toEqual([1, stepMs]);
      machine.pass(SECOND);
      expect(clock.read()).toBe(NOON + HOUR + SECOND);
      machine.wallMs -= stepMs;
      machine.pass(SECOND);
      expect(clock.read()).toBe(NOON + HOUR + 2 * SECOND);
      expect([clock.steps, clock.stepMs]).toEqual([1, 0]);
      machine.wallMs += stepMs;
      clock.read();
      expect(clock.steps).toBe(2);
    }
  });

  it('goes on where the journal ends when the wall clock is a little behind, and lets it catch up', () => {
    const { machine, clock } = start(NOON + 60 * SECOND);
    expect(clock.read()).toBe(NOON + 60 * SECOND);
    machine.pass(HOUR);
    // Slower by a two hundredth: 18 s in an hour.
    expect(clock.read()).toBe(NOON + HOUR + 42 * SECOND);
    expect(clock.steps).toBe(0);
    for (let hour = 0; hour < 4; hour++) {
      machine.pass(HOUR);
      clock.read();
    }
    expect(clock.read()).toBe(NOON + 5 * HOUR);
    machine.wallMs -= 3 * SECOND;
    clock.read();
    expect(clock.steps).toBe(1);
  });

  it('refuses a wall clock that lies far before the journal, and goes on from there when it is told to', () => {
    const lastMs = Date.UTC(2099, 0);
    expect(() => start(lastMs)).toThrow(
      expect.objectContaining({
        code: 'clock_wrong',
        message: expect.stringMatching(
          /says 2026-01-05T12:00:00.000Z, but the journal ends at 2099-01-01/,
        ) as string,
      }),
    );
    const { machine, clock } = start(lastMs, 'journal');
    machine.pass(HOUR);
    expect(clock.read()).toBe(lastMs + HOUR);
    machine.wallMs += 3 * SECOND;
    machine.pass(SECOND);
    expect(clock.read()).toBe(lastMs + HOUR + SECOND);
    expect(clock.steps).toBe(1);
  });
});
