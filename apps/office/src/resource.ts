import type { Permission } from '@meridian/contract/office/permissions';
import type { ResourceProps } from 'react-admin';
import type { Proposed } from './shared/proposed.ts';

/**
 * An area of the office: the properties of react-admin's `<Resource>`, its calls, and what an
 * operator must be allowed to see it.
 */
export interface OfficeResource extends ResourceProps {
  readonly permission: Permission | 'any';
  readonly calls: ResourceCalls;
}

/** The calls behind a resource. What it cannot do has no function here. */
export interface ResourceCalls {
  /**
   * One page of rows with the total, or all rows at once: those are searched, sorted and paged in
   * the browser.
   */
  readonly list?: (
    query: ListQuery,
  ) => Promise<{ readonly list: readonly Row[]; readonly total: number } | readonly Row[]>;
  readonly one?: (id: number | string, signal: AbortSignal | undefined) => Promise<Row>;
  /**
   * Resolves with what the server says of the new record: its id at least; or with the number of
   * the proposal that it has become.
   */
  readonly create?: (data: Fields) => Promise<Row | Proposed>;
  readonly update?: (id: number | string, data: Fields) => Promise<unknown>;
  readonly remove?: (id: number | string) => Promise<unknown>;
}

export interface ListQuery {
  readonly page: number;
  /** What the filter form holds; `q` is the search. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
}

/** A row or a record. react-admin wants it to have an `id`. */
export interface Row {
  readonly id: number | string;
}

/** What a form holds. */
export type Fields = Readonly<Record<string, unknown>>;
