import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES, type Language } from '@meridian/contract/languages';
import type { ServerText } from '@meridian/contract/texts';

/** Values for the places of a text. They are inserted as they are, numbers without grouping. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The folder of texts for people. */
export const TEXTS = path.join(import.meta.dirname, '../../../texts');

const MESSAGES = Object.fromEntries(
  LANGUAGES.map((language) => [language, messagesOf(language)]),
) as Readonly<Record<Language, ReadonlyMap<string, string>>>;
/** Compiled when they are first used: a start need not wait for all of them. */
const compiled = new Map<string, CompiledMessage>();

function messagesOf(language: Language): ReadonlyMap<string, string> {
  const folder = path.join(TEXTS, language);
  const areas = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as AreaTexts);
  return new Map(areas.flatMap(({ server }) => Object.entries(server ?? {})));
}

interface AreaTexts {
  readonly server?: Readonly<Record<string, string>>;
}

/**
 * A text for people. A place whose value is missing stays as it is written, because an answer with
 * a gap is better than none.
 */
export function textOf(language: Language, id: ServerText, values: TextValues = {}): string {
  const key = `${language} ${id}`;
  let message = compiled.get(key);
  if (message === undefined) {
    message = compileMessageOrThrow(MESSAGES[language].get(id) ?? id);
    compiled.set(key, message);
  }
  return formatted(message, language, values);
}

/** Whether there is a text with this id: for words that are newer than the texts. */
export function isText(id: string): id is ServerText {
  return MESSAGES.en.has(id);
}

/**
 * Formats plain places, plurals and selections, which is all of ICU that the texts use.
 * @param count the number that `#` stands for inside of a plural
 */
function formatted(
  message: CompiledMessage,
  language: Language,
  values: TextValues,
  count?: string,
): string {
  return message
    .map((part) => {
      if (typeof part === 'string') return part === '#' ? (count ?? part) : part;
      const [name, kind, format] = part;
      const value = values[name];
      if (value === undefined) return `{${name}}`;
      if (kind === undefined) return String(value);
      const choices = format as Readonly<Record<string, CompiledMessage>>;
      const isPlural = kind === 'plural';
      const choice = isPlural ? new Intl.PluralRules(language).select(Number(value)) : value;
      const chosen = choices[choice] ?? choices['other'] ?? [];
      return formatted(chosen, language, values, isPlural ? String(value) : count);
    })
    .join('');
}
