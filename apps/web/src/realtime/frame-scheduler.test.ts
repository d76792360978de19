import { expect, test } from 'vitest';
import { FrameScheduler } from './frame-scheduler.ts';

function scheduler() {
  let nowMs = 0;
  const frames: (() => void)[] = [];
  const delays: { at: number; callback: () => void }[] = [];
  const clock = {
    now: () => nowMs,
    requestFrame: (callback: () => void) => void frames.push(callback),
    delay: (callback: () => void, ms: number) => void delays.push({ at: nowMs + ms, callback }),
  };
  const pass = (ms: number): void => {
    nowMs += ms;
    for (const due of delays.filter(({ at }) => at <= nowMs)) {
      delays.splice(delays.indexOf(due), 1);
      due.callback();
    }
    for (const frame of frames.splice(0)) frame();
  };
  return { frames: new FrameScheduler(clock, 50), pass };
}

test('a job that is asked for many times runs once in a frame, with the others', () => {
  const { frames, pass } = scheduler();
  const ran: string[] = [];
  const [one, two] = [() => void ran.push('one'), () => void ran.push('two')];
  for (const job of [one, two, one, one]) frames.request(job);
  expect(ran).toEqual([]);
  pass(16);
  expect(ran).toEqual(['one', 'two']);
  pass(16);
  expect(ran).toHaveLength(2);
});

test('jobs that are asked for without end are painted at the interval, not put off', () => {
  const { frames, pass } = scheduler();
  let paints = 0;
  for (let at = 0; at < 1000; at += 5) {
    frames.request(() => void 0);
    frames.request(paint);
    pass(5);
  }
  function paint(): void {
    paints++;
  }
  expect(paints).toBeGreaterThanOrEqual(18);
  expect(paints).toBeLessThanOrEqual(21);
});

test('a cancelled job does not run', () => {
  const { frames, pass } = scheduler();
  let ran = false;
  const job = (): void => void (ran = true);
  frames.request(job);
  frames.cancel(job);
  pass(100);
  expect(ran).toBe(false);
});
