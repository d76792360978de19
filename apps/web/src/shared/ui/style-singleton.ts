import { useEffect } from 'react';

interface StylesProps {
  /** Rules of CSS. */
  readonly styles: string;
}

/**
 * Stands in for the package `react-style-singleton` (vite.config.ts), by which dialogs keep the
 * page behind them from scrolling. That one writes a style element, for which the policy of our
 * pages would have to allow styles of any origin in the page. A sheet made here needs nothing of
 * it. The styles are there while at least one component has them; those of the first hold.
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
      // What changes later is not shown, as with the package.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, []);
    return null;
  };
}
