import { startTransition, useEffect, useState, type ReactNode } from 'react';

interface AfterPaintProps {
  readonly children: ReactNode;
  /** Keeps the place. */
  readonly fallback: ReactNode;
}

/** Draws its children after the first paint, so that a press is answered before they are made. */
export function AfterPaint({ children, fallback }: AfterPaintProps) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      // A frame's callbacks come before its paint.
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted ? children : fallback;
}
