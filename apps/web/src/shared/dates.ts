const SHANGHAI = { timeZone: 'Asia/Shanghai' } as const;
const WIRE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Parses a wire time, `YYYY-MM-DD HH:mm:ss` in Shanghai, into milliseconds. NaN if invalid. */
export function wireTime(text: string): number {
  return WIRE_TIME.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN;
}

/** A day in Shanghai, in a language's format for lists: Nov 20, 2026. */
export function dayIn(language: string, ms: number): string {
  return new Intl.DateTimeFormat(language, { ...SHANGHAI, dateStyle: 'medium' }).format(ms);
}

/**
 * Day and time in Shanghai, in a language's format for texts: November 20, 2026 at 10:00. The text
 * names the zone: UTC+8.
 */
export function momentIn(language: string, ms: number): string {
  const parts = {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  return new Intl.DateTimeFormat(language, { ...SHANGHAI, ...parts }).format(ms);
}
