import { useRef } from 'react';

/** Not of a sheet: on a phone the keyboard would cover it. */
const FIELD = "[data-side='dialog'] form :is(input, select, textarea):not([hidden], :disabled)";

/**
 * Manages the focus of dialogs: on opening, to the first field of a form; on closing, back to the
 * element before, or to the page's content if that is gone. Radix does so only for dialogs with a
 * trigger button of their own.
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
