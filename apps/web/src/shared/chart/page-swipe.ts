import type { Chart } from 'klinecharts';

/** The library's handler of touches. Its types do not name it, and it has no option for this. */
interface TouchHandler {
  readonly _event: { readonly _options: { treatVertDragAsPageScroll: () => boolean } };
  /** The place of the crosshair that the touch holds; null without one. */
  readonly _touchCoordinate: unknown;
}

interface SwipeListeners {
  /** Called when a finger touches the chart. */
  readonly onTouch: () => void;
  /** Called after a touch has left no crosshair. The library tells of crosshairs that come only. */
  readonly onNoCrosshair: () => void;
  /** Whether the chart keeps a swipe that began at `clientX`. */
  readonly keeps: (clientX: number) => boolean;
}

/**
 * Lets a swipe of a finger over `chart` that is more up or down than across scroll the page, as
 * over everything else. The library would take each for itself. A finger on the crosshair moves the
 * crosshair.
 * @returns a function that ends it
 */
export function letPageScroll(
  chart: Chart,
  element: HTMLElement,
  { onTouch, onNoCrosshair, keeps }: SwipeListeners,
): () => void {
  const { _chartEvent: handler } = chart as unknown as { readonly _chartEvent: TouchHandler };
  const begun = { x: 0, y: 0 };
  const moved = { x: 0, y: 0 };
  // Asked once a finger has moved some pixels, and not almost straight across.
  handler._event._options.treatVertDragAsPageScroll = () =>
    Math.abs(moved.y) > Math.abs(moved.x) && handler._touchCoordinate === null && !keeps(begun.x);
  const frame = element.firstElementChild as HTMLElement;
  Object.assign(frame.style, { touchAction: 'pan-y', overscrollBehavior: 'auto' });
  const end = new AbortController();
  const listen = (
    type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
    listener: (event: TouchEvent) => void,
  ): void =>
    element.addEventListener(type, listener, { passive: true, capture: true, signal: end.signal });
  // The library, which listens further out, has decided after this task.
  const tellCrosshair = (): unknown =>
    setTimeout(() => !end.signal.aborted && handler._touchCoordinate === null && onNoCrosshair());
  listen('touchstart', ({ targetTouches: [finger] }) => {
    Object.assign(begun, { x: finger?.clientX ?? 0, y: finger?.clientY ?? 0 });
    onTouch();
    tellCrosshair();
  });
  listen('touchmove', ({ targetTouches: [finger] }) =>
    Object.assign(moved, {
      x: (finger?.clientX ?? 0) - begun.x,
      y: (finger?.clientY ?? 0) - begun.y,
    }),
  );
  listen('touchend', tellCrosshair);
  // A page that begins to scroll may cancel the touch; the library waits for its end.
  listen('touchcancel', ({ changedTouches, touches }) =>
    frame.dispatchEvent(
      Object.assign(new Event('touchend', { bubbles: true }), { changedTouches, touches }),
    ),
  );
  return () => end.abort();
}
