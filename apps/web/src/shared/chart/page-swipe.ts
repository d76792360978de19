import type { Chart } from 'klinecharts';

/** The library's handler of touches. Its types do not name it, and it has no option for this. */
interface TouchHandler {
  readonly _event: { readonly _options: { treatVertDragAsPageScroll: () => boolean } };
  /** The place of the crosshair that the touch holds; null without one. */
  readonly _touchCoordinate: unknown;
}

/**
 * Lets a vertical swipe of a finger over `chart` scroll the page, as over everything else. The
 * library would take each swipe for itself. A finger on the crosshair moves the crosshair.
 * @param onTouch is called when a finger touches the chart
 * @param keeps whether the chart keeps a swipe that began at `clientX`
 * @returns a function that ends it
 */
export function letPageScroll(
  chart: Chart,
  element: HTMLElement,
  {
    onTouch,
    keeps,
  }: { readonly onTouch: () => void; readonly keeps: (clientX: number) => boolean },
): () => void {
  const { _chartEvent: handler } = chart as unknown as { readonly _chartEvent: TouchHandler };
  let begunAt = 0;
  handler._event._options.treatVertDragAsPageScroll = () =>
    handler._touchCoordinate === null && !keeps(begunAt);
  const frame = element.firstElementChild as HTMLElement;
  Object.assign(frame.style, { touchAction: 'pan-y', overscrollBehavior: 'auto' });
  const end = new AbortController();
  const options = { passive: true, capture: true, signal: end.signal };
  element.addEventListener(
    'touchstart',
    ({ touches: [finger] }) => {
      begunAt = finger?.clientX ?? 0;
      onTouch();
    },
    options,
  );
  // A page that begins to scroll may cancel the touch; the library waits for its end.
  element.addEventListener(
    'touchcancel',
    ({ changedTouches, touches }) =>
      frame.dispatchEvent(
        Object.assign(new Event('touchend', { bubbles: true }), { changedTouches, touches }),
      ),
    options,
  );
  return () => end.abort();
}
