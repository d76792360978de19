import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
}

const SHOWN_MS = 5_000;
const MOST_SHOWN = 3;

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let nextId = 1;

/**
 * Shows a text for a few seconds, or the given time. A text that is already shown is not repeated.
 */
export function showToast(kind: Toast['kind'], text: string, shownMs = SHOWN_MS): void {
  const { toasts } = useToasts.getState();
  if (toasts.some((toast) => toast.text === text && toast.kind === kind)) return;
  const id = nextId++;
  // A removed toast takes pointer and focus with it, without an event.
  if (toasts.length >= MOST_SHOWN) isHeld = false;
  useToasts.setState({ toasts: [...toasts, { id, kind, text }].slice(-MOST_SHOWN) });
  setTimeout(() => expire(id), shownMs);
}

/** Set while the pointer or the focus is on a toast: it must not vanish while it is read. */
let isHeld = false;

export function holdToasts(hold: boolean): void {
  isHeld = hold;
}

function expire(id: number): void {
  if (isHeld) setTimeout(() => expire(id), SHOWN_MS);
  else dismissToast(id);
}

export function dismissToast(id: number): void {
  // A removed toast takes pointer and focus with it, without an event.
  isHeld = false;
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
