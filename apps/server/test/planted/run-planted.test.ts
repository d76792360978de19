import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { placesOf } from './run-planted.ts';

const ROOT = join(import.meta.dirname, '../../../..');

describe('a place in the code', () => {
  it.each([
    ['on one line', 'a(); if (x) return f(1, 2); b();'],
    ['on several lines', 'a();\nif (x)\n  return f(\n    1,\n    2,\n  );\nb();'],
  ])('is found %s', (_how, code) => {
    const places = placesOf(code, '  if (x) return f(1, 2);\n');
    expect(
      places.map(({ start, end }) => `${code.slice(0, start).trim()} | ${code.slice(end).trim()}`),
    ).toEqual(['a(); | b();']);
  });

  it('is found as often as it is there', () => {
    expect(placesOf('f(1); f(1);', 'f(1)')).toHaveLength(2);
    expect(placesOf('f(1, 2);', 'f(1)')).toEqual([]);
  });
});

it.each(PLANTED_BUGS)('"$name" fits the code', ({ edits }) => {
  for (const { file, from } of edits)
    expect(placesOf(readFileSync(join(ROOT, file), 'utf8'), from), `${file}: ${from}`).toHaveLength(
      1,
    );
});
