const HIDDEN = '****';

/**
 * An e-mail address or phone number for a screen that others may see: enough for its owner to know
 * it.
 */
export function masked(account: string): string {
  const at = account.lastIndexOf('@');
  if (at < 0)
    return account.length <= 7
      ? HIDDEN + account.slice(-2)
      : account.slice(0, 3) + HIDDEN + account.slice(-4);
  const name = account.slice(0, at);
  return (name.length < 3 ? name.slice(0, 1) : name.slice(0, 2)) + HIDDEN + account.slice(at);
}
