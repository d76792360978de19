import { grouped } from './figures.ts';
import type { MessageValues } from './i18n/translate.ts';

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

/** Formats the figures among the values of a message for a language. */
export function localValues(
  values: MessageValues | undefined,
  language: string,
): MessageValues | undefined {
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        PLAIN_DECIMAL.test(String(value)) ? grouped(String(value), language) : value,
      ]),
    )
  );
}
