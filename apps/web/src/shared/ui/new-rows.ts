import { useEffect, useRef, type RefObject } from 'react';

type Key = string | number;

const FLASH_MS = 1_200;
const STILL = '(prefers-reduced-motion: reduce)';
/** The view must not move while the user types or answers a dialog. */
const BUSY_PLACES = 'input, textarea, select, [role="dialog"], [role="alertdialog"]';

/**
 * Rows added on top of the former ones, in a list with the newest first. Another page of the same
 * list adds none.
 */
export function newOnTop(
  before: readonly Key[] | undefined,
  after: readonly Key[],
): readonly Key[] {
  if (before === undefined) return [];
  if (before.length === 0) return after;
  const known = new Set(before);
  return after.slice(
    0,
    Math.max(
      0,
      after.findIndex((key) => known.has(key)),
    ),
  );
}

/**
 * Shows new rows: scrolls them into view and flashes them.
 * @param keys of the rows, undefined while loading
 */
export function useNewRows(
  body: RefObject<HTMLTableSectionElement | null>,
  keys: readonly Key[] | undefined,
): void {
  const known = useRef<readonly Key[]>(undefined);
  const joined = keys?.join();
  useEffect(() => {
    if (keys === undefined) return;
    const count = newOnTop(known.current, keys).length;
    known.current = keys;
    const rows = [...(body.current?.rows ?? [])].slice(0, count);
    if (rows.length === 0) return;
    if (!document.activeElement?.matches(`:is(${BUSY_PLACES}), :is(${BUSY_PLACES}) *`))
      rows[0]?.scrollIntoView({ block: 'nearest' });
    if (matchMedia(STILL).matches) return;
    for (const row of rows)
      row.animate(
        [
          { backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)' },
          { backgroundColor: 'transparent' },
        ],
        { duration: FLASH_MS, easing: 'ease-out' },
      );
    // Rows with the same keys are the same rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [body, joined]);
}
