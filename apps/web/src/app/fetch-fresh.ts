import { create } from 'zustand';

/** Set while a page that could not be fetched is loaded anew, so that this happens once. */
const MARK = 'meridian:reloaded';
/** A reload that long ago has nothing to do with the present failure. */
const FORGET_MS = 60_000;

/** How many parts are under way, for the bar that shows it. */
export const usePartsUnderWay = create(() => 0);

/** A part of the application could not be fetched. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
}

/**
 * Fetches a part of the application. After a deployment the names of files that an open page knows
 * are gone: then the page is loaded once more, which gives it the new names. Throws `FetchFailure`
 * where that did not help, or the browser is offline.
 */
export async function fetchFresh<T>(part: () => Promise<T>): Promise<T> {
  usePartsUnderWay.setState((parts) => parts + 1, true);
  try {
    return await part();
  } catch (error) {
    if (!navigator.onLine || !markReload(Date.now()))
      throw new FetchFailure('a part of the application could not be fetched', { cause: error });
    location.reload();
    return await new Promise<never>(() => undefined);
  } finally {
    usePartsUnderWay.setState((parts) => parts - 1, true);
  }
}

/**
 * Whether loading the page anew is worth a try: not where it was just done, nor where the browser
 * cannot remember that.
 */
function markReload(nowMs: number): boolean {
  try {
    if (nowMs - Number(sessionStorage.getItem(MARK)) < FORGET_MS) return false;
    sessionStorage.setItem(MARK, String(nowMs));
    return true;
  } catch {
    return false;
  }
}
