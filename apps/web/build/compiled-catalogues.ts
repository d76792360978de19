import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Language } from '@meridian/contract/languages';
import type { Plugin } from 'vite';
import { pageTexts, TEXTS } from './page-texts.ts';
import { partOf } from './text-parts.ts';

const PREFIX = '\0virtual:texts/';
const NAME = /^virtual:texts\/(first|trading|contracts|rest)\/[A-Za-z-]+$/;

/**
 * Gives `virtual:texts/PART/LANGUAGE`: the ICU messages of a part of a language, compiled, so that
 * no parser of them reaches the browser.
 */
export function compiledCatalogues(): Plugin {
  return {
    name: 'meridian:compiled-catalogues',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const [part, language] = id.slice(PREFIX.length).split('/');
      const compiled = Object.fromEntries(
        Object.entries(pageTexts(language as Language))
          .filter(([key]) => partOf(key) === part)
          .map(([key, message]) => [key, compileMessageOrThrow(message)]),
      );
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
    configureServer({ watcher, moduleGraph, ws }) {
      watcher.add(TEXTS);
      watcher.on('change', (file) => {
        if (!file.startsWith(TEXTS)) return;
        moduleGraph.invalidateAll();
        ws.send({ type: 'full-reload' });
      });
    },
  };
}
