import { useEffect, useState, type RefObject } from 'react';

/** Whether the element is narrower than `width` px: the same measure that its style sheet takes. */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrow, setNarrow] = useState(() => innerWidth < width);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setNarrow(current.clientWidth < width));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, width]);
  return isNarrow;
}
