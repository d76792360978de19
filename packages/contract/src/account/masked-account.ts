/**
 * An account's name as pages and messages show it: first two letters of a mail address and its
 * domain; first three and last two digits of a phone number.
 */
export function maskedAccount(account: string): string {
  const at = account.lastIndexOf('@');
  return at < 0
    ? `${account.slice(0, 3)}****${account.slice(-2)}`
    : `${account.slice(0, Math.min(2, at - 1))}***${account.slice(at)}`;
}
