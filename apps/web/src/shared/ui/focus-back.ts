import { useRef } from 'react';

/** Not of a sheet: on a phone the keyboard would come over it. */
const FIELD = "[data-side='dialog'] form :is(input, select, textarea):not([hidden], :disabled)";

/**
 * Where the focus goes: to the first field of a dialog that is a form when it opens, and when it
 * closes to what had it before, or to the page's content when that is gone. Radix would do so only
 * for dialogs that carry their own button.
 */
export function useFocusBack() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event): void => {
      before.current = document.activeElement;
      const field = (event.target as Element).querySelector<HTMLElement>(FIELD);
      if (field === null) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      const place =
        before.current?.isConnected === true ? before.current : document.getElementById('content');
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    },
  };
}
