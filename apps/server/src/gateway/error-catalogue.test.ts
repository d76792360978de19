import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, ERRORS } from '@meridian/contract/errors';
import { REJECTIONS } from '@meridian/core/rejections';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const TABLE_ROW = /^\| `([a-z0-9_]+)` \| (\w+) \| (\d{3}) \| (.+) \|$/gm;

/**
 * Sources of the server without tests, and the scalars that name their own code: where a refusal or
 * a fault comes from.
 */
function serverSources(): string {
  const folder = join(ROOT, 'apps/server/src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  );
  const paths = [
    ...names.map((name) => join(folder, name)),
    join(ROOT, 'packages/contract/src/schema/scalars.ts'),
  ];
  return paths.map((path) => readFileSync(path, 'utf8')).join('\n');
}

describe('the catalogue of errors', () => {
  it('has the rejections of the core, in their order of precedence', () => {
    expect(ERROR_CODES.filter((code) => ERRORS[code].kind === 'rejection')).toEqual([
      ...REJECTIONS,
    ]);
  });

  it('equals the tables of docs/ERRORS.md, both ways', () => {
    const text = readFileSync(join(ROOT, 'docs/ERRORS.md'), 'utf8');
    const documented = [...text.matchAll(TABLE_ROW)].map(([, code, type, status]) => ({
      code,
      type,
      status: Number(status),
    }));
    expect(documented).toEqual(
      ERROR_CODES.map((code) => ({ code, type: ERRORS[code].type, status: ERRORS[code].status })),
    );
  });

  it('has no code that the server never gives', () => {
    const sources = serverSources();
    const unused = ERROR_CODES.filter(
      (code) => ERRORS[code].kind !== 'rejection' && !sources.includes(`'${code}'`),
    );
    expect(unused).toEqual([]);
  });
});
