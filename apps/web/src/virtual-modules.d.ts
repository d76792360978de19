declare module 'virtual:token-styles.css';

/** A part of a language, as the build makes it (build/compiled-catalogues.ts). */
declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
