import type { Plugin } from 'vite';

/**
 * Has the page ask for the font together with the code instead of after the first text. The font is
 * shown only when it is there by then (`font-display: optional`), so that nothing moves; on a slow
 * line the code goes first.
 */
export function earlyFont(): Plugin {
  return {
    name: 'meridian:early-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => name.endsWith('.woff2'));
        if (font === undefined) return [];
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${font}`,
              crossorigin: true,
              fetchpriority: 'low',
            },
          },
        ];
      },
    },
  };
}
