/**
 * Links of the form `/#/dealCenter` mean `/dealCenter`: both work. Rewrites the address before the
 * router reads it.
 */
export function adoptHashAddress(): void {
  const path = pathOfHash(location.hash);
  if (path !== undefined) history.replaceState(null, '', path);
}

/** The path in a hash; undefined for an ordinary one. Never leads away from this site. */
export function pathOfHash(hash: string): string | undefined {
  return /^#\/(?![/\\])/.test(hash) ? hash.slice(1) : undefined;
}
