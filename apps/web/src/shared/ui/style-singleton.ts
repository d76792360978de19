import { useEffect } from 'react';

interface StylesProps {
  /** Rules of CSS. */
  readonly styles: string;
}

/**
 * Replaces the package `react-style-singleton` (vite.config.ts), by which dialogs keep the page
 * behind them from scrolling. That package writes a style element, which the content security
 * policy of our pages would have to allow for any origin in the page. A constructed style sheet
 * needs no such permission. The styles apply while at least one component has them; those of the
 * first win.
 */
export function styleSingleton() {
  let shown = 0;
  let sheet: CSSStyleSheet | undefined;
  const add = (styles: string): void => {
    if (shown++ > 0) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  const remove = (): void => {
    if (--shown > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    sheet = undefined;
  };
  return function Styles({ styles }: StylesProps) {
    useEffect(() => {
      add(styles);
      return remove;
      // Later changes have no effect, as in the package.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, []);
    return null;
  };
}
