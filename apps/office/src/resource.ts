import type { Permission } from '@meridian/contract/office/permissions';
import type { ResourceProps } from 'react-admin';
import type { Proposed } from './shared/proposed.ts';

/**
 * An area of the office: the properties of react-admin's `<Resource>`, its calls, and the
 * permission that shows it.
 */
export interface OfficeResource extends ResourceProps {
  readonly permission: Permission | 'any';
  readonly calls: ResourceCalls;
}

/** The calls behind a resource. An operation that it lacks has no function here. */
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
   * Resolves with the new record, at least its id, or with the number of the proposal made instead.
   */
  readonly create?: (data: Fields) => Promise<Row | Proposed>;
  readonly update?: (id: number | string, data: Fields) => Promise<unknown>;
  readonly remove?: (id: number | string) => Promise<unknown>;
}

export interface ListQuery {
  readonly page: number;
  /** Values of the filter form; `q` is the search. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
}

/** A row or a record. react-admin requires `id`. */
export interface Row {
  readonly id: number | string;
}

/** Values of a form. */
export type Fields = Readonly<Record<string, unknown>>;
