const PATHS = {
  indicators:
    'M14 4c-3-1-4 1-4.5 4L8 16c-.4 2-1.500 2.500-3.500 2M6 9h7M12.500 12l5 6M17.500 12l-5 6',
  draw: 'M3.500 16.500l1-4L14 3l3 3-9.500 9.500zM12 5l3 3',
  compare: 'M3 14l4-5 3 3 6-8M3 17l5-2 4 1 5-4',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  picture:
    'M3 6.500h3l1.500-2h5l1.500 2h3v9.500H3zM10 8.500a2.600 2.600 0 1 0 0 5.200 2.600 2.600 0 0 0 0-5.200Z',
  fullscreen: 'M3.500 8V3.500H8M12 3.500h4.500V8M16.500 12v4.500H12M8 16.500H3.500V12',
  leave: 'M8 3.500V8H3.500M16.500 8H12V3.500M12 16.500V12h4.500M3.500 12H8v4.500',
  alert:
    'M10 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM10 7.500v3.200l2 1.500M5.500 2.500l-3 2.700M14.500 2.500l3 2.700',
  table: 'M3.500 4.500h13v11h-13zM3.500 8.200h13M3.500 11.800h13M8 4.500v11',
  chevron: 'M6 8l4 4 4-4',
} as const;
export type ChartIconName = keyof typeof PATHS;

/** An icon of the chart's tools, in the colour of the text. The button has a name in words. */
export function ChartIcon({ name }: { readonly name: ChartIconName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
