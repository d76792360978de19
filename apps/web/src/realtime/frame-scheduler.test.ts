import { expect, test } from 'vitest';
import { FrameScheduler } from './frame-scheduler.ts';

function scheduler(shareMs = 8) {
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
  /** A job that takes so long. */
  const work = (ms: number): void => void (nowMs += ms);
  return { frames: new FrameScheduler(clock, { intervalMs: 50, shareMs }), pass, work };
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

test('jobs that fill a frame leave the others to the next ones, each once and in their order', () => {
  const { frames, pass, work } = scheduler();
  const ran: string[] = [];
  const jobs = ['book', 'chart', 'prices', 'trades'].map((name) => () => {
    ran.push(name);
    work(name === 'chart' ? 30 : 5);
  });
  for (const job of jobs) frames.request(job);
  pass(16);
  expect(ran).toEqual(['book', 'chart']);
  for (const job of jobs.slice(2)) frames.request(job);
  pass(16);
  expect(ran).toEqual(['book', 'chart', 'prices', 'trades']);
  pass(100);
  expect(ran).toHaveLength(4);
});

test('a slow device gives each job a frame of its own', () => {
  const { frames, pass } = scheduler(0);
  const ran: string[] = [];
  for (const name of ['book', 'chart']) frames.request(() => void ran.push(name));
  pass(16);
  expect(ran).toEqual(['book']);
  pass(16);
  expect(ran).toEqual(['book', 'chart']);
});

test('a job that was put off and is cancelled does not run', () => {
  const { frames, pass, work } = scheduler();
  const ran: string[] = [];
  const late = (): void => void ran.push('late');
  frames.request(() => work(20));
  frames.request(late);
  pass(16);
  frames.cancel(late);
  pass(100);
  expect(ran).toEqual([]);
});

test('a job that asks for itself waits for the interval', () => {
  const { frames, pass, work } = scheduler();
  let paints = 0;
  const paint = (): void => {
    paints++;
    work(10);
    frames.request(paint);
  };
  frames.request(paint);
  frames.request(() => work(10));
  pass(16);
  pass(16);
  expect(paints).toBe(1);
  pass(16);
  expect(paints).toBe(2);
});
