import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const STORE = 'meridian:scroll';
/**
 * Scroll position of each visited page, by its history key and path: all pages opened by address
 * share one key.
 */
const positions = new Map<string, number>(remembered());

/**
 * Scrolls a new page to its top, or to the part that the address names; going back restores the
 * position.
 */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  const place = `${key} ${pathname}`;
  const type = useNavigationType();
  useEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', remember);
    return () => removeEventListener('pagehide', remember);
  }, []);
  useLayoutEffect(() => {
    const left = type === NavigationType.Pop ? positions.get(place) : undefined;
    const named = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (left !== undefined) scrollTo(0, left);
    else if (named !== null) named.scrollIntoView();
    else if (type === NavigationType.Push) scrollTo(0, 0);
    const follow = (): void => void positions.set(place, scrollY);
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [place, hash, type]);
}

function remembered(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function remember(): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...positions]));
  } catch {
    // Then pages start at their top after a reload.
  }
}
