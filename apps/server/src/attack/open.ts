/**
 * Attacks that are not held yet, by the number of their row, with what is missing. A row that is held may not stand here, and one that is not must:
 * so the list only shrinks.
 */
export const OPEN: ReadonlyMap<string, string> = new Map([
  ['3b', 'the signer takes the word of the server up to its limits of the hour and the day'],
  ['20b', 'two operators are believed without a transaction'],
  ['21', 'texts are limited for each address only'],
  ['22', 'failures of strangers keep the owner waiting too'],
  ['28', 'one node is believed'],
  ['31', 'a session lives for seven days without use'],
  ['32', 'limits are counted in memory'],
  ['36', 'passkeys are counted before they are added'],
  ['40', 'the demo gives its signer the keys in the environment'],
  ['42', 'the hint of the demo is a part of every build'],
]);
