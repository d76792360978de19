import { useEffect, useRef, type ReactNode } from 'react';
import styles from './resetting-box.module.css';

const RESET_MS = 5_000;

/**
 * A scrollable list that returns to its top every five seconds: not while the pointer or the
 * keyboard is in it, nor right after scrolling.
 */
export function ResettingBox({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const scrolledMs = useRef(0);
  useEffect(() => {
    const timer = setInterval(() => {
      const box = place.current;
      if (
        box === null ||
        box.scrollTop === 0 ||
        box.matches(':hover, :focus-within') ||
        performance.now() - scrolledMs.current < RESET_MS
      )
        return;
      box.scrollTop = 0;
    }, RESET_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div
      ref={place}
      className={styles['box']}
      onScroll={() => {
        scrolledMs.current = performance.now();
      }}
    >
      {children}
    </div>
  );
}
