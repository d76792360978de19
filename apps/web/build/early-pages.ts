import { LANGUAGES } from '@meridian/contract/languages';
import type { Plugin, Rolldown } from 'vite';
import { EARLY, SHEET, SHEET_BELOW } from './terminals.ts';

/** File names by page and, for texts, by page and language. */
interface Early {
  readonly code: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Only a phone needs these files at first. */
  readonly sheet: readonly string[];
  readonly sheetBelow: number;
}

const FILE = 'early-pages.js';

/**
 * Has the code, styles and texts of the home page and of the terminals asked for together with the
 * entry's code, which would ask for them once it runs: on a slow line a second later.
 */
export function earlyPages(): Plugin {
  return {
    name: 'meridian:early-pages',
    generateBundle(_options, bundle) {
      const source = `(${askEarly.toString()})(${JSON.stringify(earlyOf(bundle))});`;
      this.emitFile({ type: 'asset', name: FILE, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.names.includes(FILE),
        );
        if (file === undefined) return [];
        return [
          { tag: 'script', injectTo: 'head', attrs: { src: `/${file.fileName}`, async: true } },
        ];
      },
    },
  };
}

function earlyOf(bundle: Rolldown.OutputBundle): Early {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  checkOrder(chunks);
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`no file holds ${module}`);
    return chunk;
  };
  const entry = chunks.find(({ isEntry }) => isEntry);
  const first = new Set(entry && filesOf(entry, chunks));
  const early = (module: string): string[] =>
    filesOf(chunkOf(module), chunks).filter((file) => !first.has(file));
  const textsOf = (language: string, parts: readonly string[]): string[] =>
    parts.map((part) => chunkOf(`\0virtual:texts/${part}/${language}`).fileName);
  const pages = Object.entries(EARLY);
  return {
    code: Object.fromEntries(pages.map(([path, { page }]) => [path, early(page)])),
    texts: Object.fromEntries(
      pages.map(([path, { texts }]) => [
        path,
        Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language, texts)])),
      ]),
    ),
    sheet: early(SHEET),
    sheetBelow: SHEET_BELOW,
  };
}

/** A file with all that it imports, and their styles. */
function filesOf(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set([chunk]);
  for (const { imports } of found)
    for (const one of chunks) if (imports.includes(one.fileName)) found.add(one);
  return [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ]);
}

/** Throws where a file waits for one that waits for it: a module would run before its imports. */
function checkOrder(chunks: readonly Rolldown.OutputChunk[]): void {
  const ready = new Set<string>();
  let waiting = chunks;
  while (waiting.length > 0) {
    const left = waiting.filter(({ imports }) => imports.some((file) => !ready.has(file)));
    if (left.length === waiting.length)
      throw new Error(`files wait for each other: ${left.map(({ name }) => name).join(', ')}`);
    for (const { fileName } of waiting.filter((chunk) => !left.includes(chunk)))
      ready.add(fileName);
    waiting = left;
  }
}

/** Runs in the page, after `look.js` has set the language. */
function askEarly({ code, texts, sheet, sheetBelow }: Early): void {
  // `/#/dealCenter` means `/dealCenter`.
  const [, hashPath] = /^#(\/[^?#]*)/.exec(location.hash) ?? [];
  const at = hashPath ?? location.pathname;
  const path = Object.keys(code).find((one) => at === one || at.startsWith(`${one}/`));
  if (path === undefined) return;
  const files = [
    ...(code[path] ?? []),
    ...(texts[path]?.[document.documentElement.lang] ?? []),
    ...(path !== '/' && innerWidth < sheetBelow ? sheet : []),
  ];
  for (const file of new Set(files)) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.fetchPriority = 'low';
    link.href = `/${file}`;
    document.head.append(link);
  }
}
