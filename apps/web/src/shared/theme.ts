import { create } from 'zustand';
import { readStored, writeStored } from './stored.ts';
import { DIRECTION_PRESETS, type DirectionPreset, type Theme } from './styles/tokens.ts';

interface Look {
  readonly theme: Theme;
  readonly direction: DirectionPreset;
}

function storedLook(): Look {
  const night = readStored('nightMode');
  const prefersDay =
    typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: light)').matches;
  const direction = readStored('directionColours');
  return {
    theme: night === '1' ? 'night' : night === '0' || prefersDay ? 'day' : 'night',
    direction:
      direction !== undefined && Object.hasOwn(DIRECTION_PRESETS, direction)
        ? (direction as DirectionPreset)
        : 'green-up',
  };
}

/**
 * Night or day, and the colour of rises. Without a stored value, the system's setting decides the
 * first.
 */
export const useLook = create<Look>(storedLook);

export function changeTheme(theme: Theme): void {
  writeStored('nightMode', theme === 'night' ? '1' : '0');
  useLook.setState({ theme });
}

export function changeDirection(direction: DirectionPreset): void {
  writeStored('directionColours', direction);
  useLook.setState({ direction });
}

/** Whether the visitor has chosen the colour of rises, or has dismissed the question. */
export function isDirectionSettled(): boolean {
  return readStored('directionColours') !== undefined || readStored('directionAsked') === '1';
}

export function settleDirection(): void {
  writeStored('directionAsked', '1');
}

/** Applies the look to the page, now and at each change. */
export function showLook(): void {
  const show = ({ theme, direction }: Look): void => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['direction'] = direction;
  };
  show(useLook.getState());
  useLook.subscribe(show);
}
