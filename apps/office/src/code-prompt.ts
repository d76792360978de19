/**
 * Asks the operator for the code of their authenticator. Resolves with undefined if they cancel.
 * @param fault why they are asked again, '' the first time
 */
export type AskCode = (fault: string) => Promise<string | undefined>;

let ask: AskCode | undefined;

/** Registers the one dialog that asks. Returns a function that removes it. */
export function onCodeWanted(asking: AskCode): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/** Asks through the dialog; undefined if the page has none. */
export function askCode(fault: string): Promise<string | undefined> {
  return ask === undefined ? Promise.resolve(undefined) : ask(fault);
}
