/** Rows of a table as a reader finds one: by what is said in one place of it, whole. */
import type { Locator } from 'playwright-core';

/**
 * Rows in `list` whose cell of that column says exactly `text`. A number that is part of another
 * one is not it (77 in 102.77), nor is one that stands in another column.
 */
export function rowsWhere(list: Locator, column: string, text: string | RegExp): Locator {
  const cell = list.page().locator(`td[data-label="${column}"]`, {
    hasText: typeof text === 'string' ? new RegExp(`^${escaped(text)}$`) : text,
  });
  return list.getByRole('row').filter({ has: cell });
}

/**
 * Rows in `list` with a cell, or a part of one, that says exactly `text`. Not for bare numbers:
 * those may stand in several columns.
 */
export function rowsSaying(list: Locator, text: string | RegExp): Locator {
  return list.getByRole('row').filter({ has: list.page().getByText(text, { exact: true }) });
}

/** A text as a part of a regular expression that means nothing but itself. */
export function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
