/** An event of a calendar file: a moment with its words. */
export interface CalendarEntry {
  /** The same at each download, so that calendars replace it. */
  readonly id: string;
  readonly atMs: number;
  readonly title: string;
  readonly text: string;
}

const encoder = new TextEncoder();
/** Longest line, in bytes (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** A calendar file (RFC 5545). @param nowMs when it was made */
export function calendarFile(
  name: string,
  entries: readonly CalendarEntry[],
  nowMs: number,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meridian//Earn//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...entries.flatMap(({ id, atMs, title, text }) => [
      'BEGIN:VEVENT',
      `UID:${id}@meridian`,
      `DTSTAMP:${utc(nowMs)}`,
      `DTSTART:${utc(atMs)}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(text)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** Long lines go on after a line break and a space. A character is never cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    const most = LINE_BYTES - (parts.length === 0 ? 0 : 1);
    if (encoder.encode(part + character).length > most) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}
