import { useEffect, useState, type RefObject } from 'react';
import { create } from 'zustand';

/** Whether a sheet lies over the page. */
const useCover = create(() => ({ isCovered: false }));

/**
 * Stands in a sheet that leaves nothing of the page to be seen: the covered page is not painted.
 */
export function PageCover() {
  useEffect(() => {
    useCover.setState({ isCovered: true });
    return () => useCover.setState({ isCovered: false });
  }, []);
  return null;
}

/**
 * Whether any part of an element is in the window: an element that is scrolled away, not shown or
 * under a sheet is not painted. True until the browser has looked.
 */
export function useInSight(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true);
  const isCovered = useCover(
    (cover) => cover.isCovered && place.current?.closest('[role=dialog]') === null,
  );
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setSeen(entries.at(-1)?.isIntersecting ?? true),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isSeen && !isCovered;
}
