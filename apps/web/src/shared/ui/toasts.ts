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

/** Says something for a few seconds. What is being said already is not said twice. */
export function showToast(kind: Toast['kind'], text: string): void {
  const { toasts } = useToasts.getState();
  if (toasts.some((toast) => toast.text === text && toast.kind === kind)) return;
  const id = nextId++;
  useToasts.setState({ toasts: [...toasts, { id, kind, text }].slice(-MOST_SHOWN) });
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
