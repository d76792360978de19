import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

test('a calendar file has each entry in UTC, escaped, in lines of at most 75 bytes', () => {
  const text = calendarFile(
    'Unlocks',
    [
      {
        id: 'lock-1',
        atMs: Date.UTC(2026, 0, 31, 16),
        title: '解锁; 100, USDT',
        text: '利'.repeat(60),
      },
    ],
    Date.UTC(2026, 0, 1),
  );
  const lines = text.split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.at(-1)).toBe('');
  expect(lines).toContain('DTSTART:20260131T160000Z');
  expect(lines).toContain('DTSTAMP:20260101T000000Z');
  expect(lines).toContain(String.raw`SUMMARY:解锁\; 100\, USDT`);
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  expect(text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'利'.repeat(60)}`);
});
