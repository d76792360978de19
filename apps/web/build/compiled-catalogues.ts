import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { partOf } from './text-parts.ts';

const CATALOGUE = /\/src\/locales\/[A-Za-z-]+\.json(?:\?(trading|rest))?$/;

/**
 * Compiles the ICU messages of a language catalogue, so that no parser of them reaches the browser.
 * `en.json` gives the texts of the first part, `en.json?trading` and `en.json?rest` those of the
 * others.
 */
export function compiledCatalogues(): Plugin {
  return {
    name: 'meridian:compiled-catalogues',
    enforce: 'pre',
    transform(code, id) {
      const match = CATALOGUE.exec(id);
      if (match === null) return undefined;
      const [, part = 'first'] = match;
      const messages = Object.entries(JSON.parse(code) as Record<string, string>).filter(
        ([key]) => partOf(key) === part,
      );
      const compiled = Object.fromEntries(
        messages.map(([key, message]) => [key, compileMessageOrThrow(message)]),
      );
      return {
        code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}
