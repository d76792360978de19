/**
 * The listeners, and the parts of the server behind each. The customers, the office and the figures
 * are parts of one server; each may have a listener of its own, so that a house can put the office
 * behind its own network and the figures on this machine alone.
 */

export type Part = 'customers' | 'office' | 'figures';

export interface Address {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/**
 * The parts of each listener. A part without a listener of its own is served by the customers'
 * listener.
 */
export function doorsOf(
  apart: readonly Exclude<Part, 'customers'>[],
): readonly (readonly Part[])[] {
  const others = (['office', 'figures'] as const).filter((part) => !apart.includes(part));
  return [['customers', ...others], ...apart.map((part): readonly Part[] => [part])];
}

/** The part that serves a call. */
export function partOf(path: string): Part {
  return path.startsWith('/office/api/') ? 'office' : 'customers';
}
