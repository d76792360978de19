import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { PageText } from '@meridian/contract/texts';

export type MessageId = PageText;
export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (id: MessageId, values?: MessageValues) => string;

/** The text in the language in use, for code outside of components (toasts). */
export const translate: Translate = (id, values) => i18n._(id, values);

/** The same for components: they render again when the language changes. */
export function useTranslate(): Translate {
  const { _ } = useLingui();
  return (id, values) => _(id, values);
}
