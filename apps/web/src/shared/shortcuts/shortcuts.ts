import { useEffect, useRef } from 'react';
import { createOwnStore } from '../own-store.ts';
import { readStored, writeStored } from '../stored.ts';

/** Keys that act alone. Each action also has a control. */
export type ShortcutKey = '/' | 'b' | 's' | '1' | '2' | '3' | '4' | 'x' | '?';

/** Whether single-key shortcuts are on. The visitor can turn them off. */
export const useShortcutSetting = createOwnStore<{ readonly isOn: boolean }>(() => ({
  isOn: readStored('shortcuts') !== '0',
}));

export function turnShortcuts(isOn: boolean): void {
  writeStored('shortcuts', isOn ? '1' : '0');
  useShortcutSetting.setState({ isOn });
}

/**
 * Runs `action` when `key` is pressed, except while the user types, chooses from a list or has a
 * dialog open.
 */
export function useShortcut(key: ShortcutKey, action: () => void): void {
  const isOn = useShortcutSetting((setting) => setting.isOn);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (!isMeant(event, key)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn, key]);
}

const TYPING = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

function isMeant(
  { key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent,
  wanted: ShortcutKey,
): boolean {
  if (key.toLowerCase() !== wanted || ctrlKey || metaKey || altKey || defaultPrevented)
    return false;
  if (target instanceof Element && target.closest(TYPING) !== null) return false;
  return document.querySelector(OVERLAYS) === null;
}
