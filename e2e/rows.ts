/** Finds rows of a table by the whole text of a cell. */
import type { Locator } from 'playwright-core';

/**
 * Rows in `list` whose cell of that column has exactly `text`. A number within another one does not
 * match (77 in 102.77), nor does the same number in another column.
 */
export function rowsWhere(list: Locator, column: string, text: string | RegExp): Locator {
  const cell = list.page().locator(`td[data-label="${column}"]`, {
    hasText: typeof text === 'string' ? new RegExp(`^${escaped(text)}$`) : text,
  });
  return list.getByRole('row').filter({ has: cell });
}

/**
 * Rows in `list` with a cell, or a part of one, that has exactly `text`. Not for bare numbers:
 * several columns may have them.
 */
export function rowsSaying(list: Locator, text: string | RegExp): Locator {
  return list.getByRole('row').filter({ has: list.page().getByText(text, { exact: true }) });
}

/** Escapes a text for a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
