import type { ReactNode } from 'react';

const PATHS = {
  globe:
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM2.5 10h15M10 2.5c2.2 2 3.2 4.6 3.2 7.5s-1 5.5-3.2 7.5c-2.2-2-3.2-4.6-3.2-7.5s1-5.5 3.2-7.5Z',
  bell: 'M10 2.8a5 5 0 0 0-5 5v3.4L3.4 14h13.2L15 11.2V7.8a5 5 0 0 0-5-5ZM8.2 16.4a2 2 0 0 0 3.6 0',
  headset:
    'M3 12.5v-2a7 7 0 0 1 14 0v2M3 12.5A1.5 1.5 0 0 1 4.5 11H5a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-.5A1.5 1.5 0 0 1 3 14.5ZM17 12.5a1.5 1.5 0 0 0-1.5-1.5H15a1 1 0 0 0-1 1v3a1 1 0 0 0 1 1h.5a1.5 1.5 0 0 0 1.5-1.5ZM15.5 16c0 1.2-1.5 2-3.5 2',
  download:
    'M10 3v9M6.5 8.8 10 12.3l3.5-3.5M3.5 14v1.5A1.5 1.5 0 0 0 5 17h10a1.5 1.5 0 0 0 1.5-1.5V14',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  sun: 'M10 6.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2ZM10 1.8v1.8M10 16.4v1.8M1.8 10h1.8M16.4 10h1.8M4.2 4.2l1.3 1.3M14.5 14.5l1.3 1.3M15.8 4.2l-1.3 1.3M5.5 14.5l-1.3 1.3',
  moon: 'M16.5 12.4A7 7 0 0 1 7.6 3.5a7 7 0 1 0 8.9 8.9Z',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  chevron: 'M6 8l4 4 4-4',
  person: 'M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3.5 17c.6-3 3.2-4.5 6.5-4.5s5.9 1.5 6.5 4.5',
  home: 'M3 9l7-6 7 6v7a1 1 0 0 1-1 1h-3.5v-5h-5v5H4a1 1 0 0 1-1-1Z',
  markets: 'M4 17v-6M10 17V3M16 17V8',
  trade: 'M3 7h13M12.5 3.5 16 7M17 13H4M7.5 16.5 4 13',
  candles: 'M6.5 2.5V6M6.5 13v4.5M4.5 6h4v7h-4ZM13.5 3v4.5M13.5 12.5V17M11.5 7.5h4v5h-4Z',
  wallet:
    'M15.5 6V4.5A1.5 1.5 0 0 0 14 3H4.5A1.5 1.5 0 0 0 3 4.5v11A1.5 1.5 0 0 0 4.5 17h11a1.5 1.5 0 0 0 1.5-1.5v-8A1.5 1.5 0 0 0 15.5 6H4.5A1.5 1.5 0 0 1 3 4.5M13.5 11.5h.01',
} as const;
export type IconName = keyof typeof PATHS;

/**
 * An icon of the frame, in the colour of the surrounding text. Decorative: its meaning is in words
 * too.
 */
export function Icon({
  name,
  size = 20,
}: {
  readonly name: IconName;
  readonly size?: number;
}): ReactNode {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The mark of the exchange. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent-fill)" />
      <path
        d="M7 23V9l9 9 9-9v14"
        fill="none"
        stroke="var(--on-fill)"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
