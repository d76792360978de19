/**
 * Asks the operator why a change should be made. Resolves with undefined where they would rather
 * not make it.
 */
export type AskReason = () => Promise<string | undefined>;

let ask: AskReason | undefined;

/** The one dialog that asks. Returns what takes it away again. */
export function onReasonWanted(asking: AskReason): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/** Asks by the dialog; undefined where none is on the page. */
export function askReason(): Promise<string | undefined> {
  return ask === undefined ? Promise.resolve(undefined) : ask();
}
