import type { Applied } from '@meridian/core/events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '../fault.ts';
import { ClockRunner } from './clock-runner.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const APPLIED: Applied = { seq: 1, timeMs: 0, outcome: { ok: true }, events: [] };

it('ticks each second while the engine runs, one command at a time', async () => {
  let answer: (applied: Applied) => void = () => undefined;
  const engine = {
    status: 'recovering' as 'recovering' | 'running',
    submit: vi.fn(() => new Promise<Applied>((resolve) => (answer = resolve))),
  };
  const clock = new ClockRunner(engine);
  clock.start();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(engine.submit).not.toHaveBeenCalled();
  engine.status = 'running';
  await vi.advanceTimersByTimeAsync(3_000);
  expect(engine.submit.mock.calls).toEqual([[{ kind: 'clock.tick' }]]);
  answer(APPLIED);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(engine.submit).toHaveBeenCalledTimes(2);
  answer(APPLIED);
  await clock.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(engine.submit).toHaveBeenCalledTimes(2);
});

it('goes on after the engine was busy', async () => {
  const submit = vi
    .fn()
    .mockRejectedValueOnce(new Fault('engine_busy', 'full'))
    .mockResolvedValue(APPLIED);
  const clock = new ClockRunner({ status: 'running', submit });
  clock.start();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(submit).toHaveBeenCalledTimes(2);
  await clock.stop();
});
