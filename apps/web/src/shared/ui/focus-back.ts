import { useRef } from 'react';

/**
 * Where the focus goes when a dialog closes: to what had it before, or to the page's content when that is gone. Radix would do
 * so only for dialogs that carry their own button.
 */
export function useFocusBack() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: (): void => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      const place = before.current?.isConnected === true ? before.current : document.getElementById('content');
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    },
  };
}
