import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = /\/src\/locales\/[A-Za-z-]+\.json$/;

/** Compiles the ICU messages of a language catalogue, so that no parser of them reaches the browser. */
export function compiledCatalogues(): Plugin {
  return {
    name: 'meridian:compiled-catalogues',
    enforce: 'pre',
    transform(code, id) {
      if (!CATALOGUE.test(id)) return undefined;
      const messages = Object.entries(JSON.parse(code) as Record<string, string>);
      const compiled = Object.fromEntries(messages.map(([key, message]) => [key, compileMessageOrThrow(message)]));
      return { code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`, map: null, moduleType: 'js' };
    },
  };
}
