import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether any of an element is in the window: what is scrolled away or not shown is not painted.
 * True until the browser has looked.
 */
export function useInSight(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setSeen(entries.at(-1)?.isIntersecting ?? true),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
