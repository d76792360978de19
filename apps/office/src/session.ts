const KEY = 'meridian.office.token';

/**
 * The token of the operator's session; undefined when logged out. The session lives as long as the
 * tab.
 */
export function sessionToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function keepSession(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function forgetSession(): void {
  sessionStorage.removeItem(KEY);
}
