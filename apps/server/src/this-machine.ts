/** Whether a host name or address is this machine's own. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** Whether a URL leads to this machine; one without a host is a socket of it. */
export function isOfThisMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  // PostgreSQL takes the host from the query too, and prefers it.
  return [hostname, ...searchParams.getAll('host')].every(
    (host) => host === '' || host.startsWith('/') || isLoopback(host.replace(/^\[|\]$/g, '')),
  );
}
