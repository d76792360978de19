/** Pixels that a finger moves before the library takes it for a swipe. */
const SLOP = 5;
/** After so long the finger moves the crosshair. */
const LONG_PRESS_MS = 500;

/** A finger as the library reads it. */
type Finger = Pick<Touch, 'identifier' | 'clientX' | 'clientY' | 'pageX' | 'pageY'>;

/**
 * Leaves vertical swipes over the chart in `element` to the page. The library pans with every
 * swipe and lets none through, so it is told that a finger has left before it has moved anything.
 * @param keeps whether the chart keeps what a finger at `clientX` has begun
 * @returns ends it
 */
export function letPageScroll(
  element: HTMLElement,
  keeps: (clientX: number) => boolean,
): () => void {
  let begun: (Finger & { readonly atMs: number }) | undefined;
  const start = ({ touches, changedTouches, timeStamp }: TouchEvent): void => {
    const finger = touches.length === 1 ? changedTouches[0] : undefined;
    begun =
      finger === undefined || keeps(finger.clientX)
        ? undefined
        : { ...copyOf(finger), atMs: timeStamp };
  };
  const move = (event: TouchEvent): void => {
    const [finger] = event.changedTouches;
    if (begun === undefined || finger === undefined) return;
    const [dx, dy] = [
      Math.abs(finger.clientX - begun.clientX),
      Math.abs(finger.clientY - begun.clientY),
    ];
    if (dx + dy < SLOP) return;
    const { atMs, ...from } = begun;
    begun = undefined;
    if (dy <= dx || event.timeStamp - atMs >= LONG_PRESS_MS) return;
    event.stopPropagation();
    release(element, from);
  };
  // The library waits for the end of a touch, and forgets none that is cancelled.
  const cancel = ({ changedTouches: [finger] }: TouchEvent): void => {
    begun = undefined;
    if (finger !== undefined) release(element, copyOf(finger));
  };
  const end = new AbortController();
  const passive = { passive: true, signal: end.signal };
  // After the library, which has found by then what lies under the finger.
  element.addEventListener('touchstart', start, passive);
  element.addEventListener('touchmove', move, { ...passive, capture: true });
  element.addEventListener('touchcancel', cancel, passive);
  return () => end.abort();
}

/** A swipe and back, which is no tap and moves nothing, and its end. */
function release(element: HTMLElement, finger: Finger): void {
  const away = { ...finger, clientY: finger.clientY + SLOP, pageY: finger.pageY + SLOP };
  for (const [type, at] of [
    ['touchmove', away],
    ['touchmove', finger],
    ['touchend', finger],
  ] as const)
    element.dispatchEvent(
      Object.assign(new Event(type, { bubbles: true }), { changedTouches: [at], touches: [] }),
    );
}

function copyOf({ identifier, clientX, clientY, pageX, pageY }: Touch): Finger {
  return { identifier, clientX, clientY, pageX, pageY };
}
