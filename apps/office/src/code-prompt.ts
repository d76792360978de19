/**
 * Asks the operator for the code of their authenticator. Resolves with undefined where they would
 * rather not. @param fault why they are asked again, '' the first time
 */
export type AskCode = (fault: string) => Promise<string | undefined>;

let ask: AskCode | undefined;

/** The one dialog that asks. Returns what takes it away again. */
export function onCodeWanted(asking: AskCode): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/** Asks by the dialog; undefined where none is on the page. */
export function askCode(fault: string): Promise<string | undefined> {
  return ask === undefined ? Promise.resolve(undefined) : ask(fault);
}
