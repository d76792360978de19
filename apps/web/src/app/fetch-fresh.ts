import { create } from 'zustand';

/** Set while a page that could not be fetched is reloaded, so that this happens once. */
const MARK = 'meridian:reloaded';
/** A reload longer ago than this is unrelated to the present failure. */
const FORGET_MS = 60_000;

/** Number of parts being fetched, for the progress bar. */
export const usePartsUnderWay = create(() => 0);

/** A part of the application could not be fetched. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
}

/**
 * Fetches a part of the application. After a deployment the file names that an open page knows are
 * gone: then the page is reloaded once, which gives it the new names. Throws `FetchFailure` if that
 * did not help, or the browser is offline.
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
 * Whether a reload is worth a try: not right after another one, nor if the browser cannot store
 * that.
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
