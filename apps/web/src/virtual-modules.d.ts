declare module 'virtual:token-styles.css';

/** Parts of a language catalogue, as the build makes them (build/compiled-catalogues.ts). */
declare module '*.json?trading' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.json?rest' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
