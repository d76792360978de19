import { useEffect, useState, type RefObject } from 'react';

/** Whether `place` fills the screen. `toggle` is missing where the browser cannot do that. */
export function useFullscreen(place: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === place.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [place]);
  const toggle = (): void => {
    const change =
      document.fullscreenElement === place.current
        ? document.exitFullscreen()
        : place.current?.requestFullscreen();
    // A browser that refuses leaves things as they are.
    change?.catch(() => undefined);
  };
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
}
