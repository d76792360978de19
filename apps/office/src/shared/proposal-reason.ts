/** Asks the operator for the reason of a change. Resolves with undefined if they cancel. */
export type AskReason = () => Promise<string | undefined>;

let ask: AskReason | undefined;

/** Registers the one dialog that asks. Returns a function that removes it. */
export function onReasonWanted(asking: AskReason): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/** Asks through the dialog; undefined if the page has none. */
export function askReason(): Promise<string | undefined> {
  return ask === undefined ? Promise.resolve(undefined) : ask();
}
