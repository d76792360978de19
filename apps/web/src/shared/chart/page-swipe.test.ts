import { expect, it } from 'vitest';
import { letPageScroll } from './page-swipe.ts';

const START = { identifier: 7, clientX: 100, clientY: 100, pageX: 100, pageY: 300 };

/** What the library is told of a finger that moves so far, after so long. */
function heard(
  [dx, dy]: readonly [number, number],
  { isKept = false, fingers = 1, afterMs = 50 } = {},
): string[] {
  const element = new EventTarget() as unknown as HTMLElement;
  const end = letPageScroll(element, () => isKept);
  const told: string[] = [];
  /** Those of the finger, beside those that the library is told of. */
  const touches = new Set<Event>();
  const touch = (type: string, atMs: number, [x, y]: readonly [number, number]) => {
    const finger = { ...START, clientX: 100 + x, clientY: 100 + y };
    const event = Object.assign(new Event(type, { bubbles: true }), {
      touches: Array.from({ length: fingers }, () => finger),
      changedTouches: [finger],
    });
    Object.defineProperty(event, 'timeStamp', { value: atMs });
    touches.add(event);
    let isLeft = true;
    event.stopPropagation = () => {
      isLeft = false;
    };
    element.dispatchEvent(event);
    if (isLeft) told.push(type);
  };
  touch('touchstart', 0, [0, 0]);
  for (const type of ['touchmove', 'touchend'])
    element.addEventListener(type, (event) => {
      const [finger] = (event as TouchEvent).changedTouches;
      if (!touches.has(event) && finger?.identifier === START.identifier)
        told.push(`${type} ${finger.clientX - 100},${finger.clientY - 100}`);
    });
  touch('touchmove', afterMs, [dx, dy]);
  end();
  return told;
}

it('ends for the chart, as if nothing had been touched, when a finger swipes up or down', () => {
  const nothing = ['touchstart', 'touchmove 0,5', 'touchmove 0,0', 'touchend 0,0'];
  expect(heard([3, -12])).toEqual(nothing);
  expect(heard([-3, 12])).toEqual(nothing);
});

it('leaves the chart what is swiped across, pressed long, pinched, or kept by it', () => {
  const all = ['touchstart', 'touchmove'];
  expect(heard([12, 3])).toEqual(all);
  expect(heard([0, 3])).toEqual(all);
  expect(heard([3, 12], { afterMs: 600 })).toEqual(all);
  expect(heard([3, 12], { fingers: 2 })).toEqual(all);
  expect(heard([3, 12], { isKept: true })).toEqual(all);
});
