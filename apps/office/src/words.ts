import { defaultI18nProvider, type I18nProvider } from 'react-admin';

/** Replaces react-admin's own words ("Element created"). */
const WORDS: Readonly<Record<string, string>> = {
  'ra.notification.created': 'Added.',
  'ra.notification.updated': 'Saved.',
  'ra.notification.deleted': 'Deleted.',
  'ra.message.invalid_form': 'Not saved: see the marked fields.',
};

/** The office speaks English. */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) =>
    WORDS[key] ?? (defaultI18nProvider.translate(key, options) as string),
};
