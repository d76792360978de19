/**
 * The record, or undefined. When a call ends the session, react-admin answers the call with an
 * empty record and only then shows the login.
 */
export function wholeRecord<T extends object>(record: T | undefined): T | undefined {
  return record === undefined || Object.keys(record).length === 0 ? undefined : record;
}
