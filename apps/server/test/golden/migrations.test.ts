import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goldenVersions, readDatabase } from './golden-set.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const present = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(FOLDER, name)))
        .digest('hex'),
    ]),
);

describe('a migration stays as it was landed: databases keep the checksum of what they were made with', () => {
  it('in the list', () => {
    const landed = readFileSync(join(FOLDER, 'SHA256SUMS'), 'utf8').trim().split('\n');
    // A new migration adds its line (`sha256sum`). A line that is here is never changed.
    expect([...present].map(([name, sum]) => `${sum}  ${name}`)).toEqual(landed);
  });

  it.each(goldenVersions())('in the database that version %s left', (version) => {
    // `(name,checksum,time)`
    const applied = (
      readDatabase(version, 'whole').tables.find(({ name }) => name === 'schema_migrations')
        ?.rows ?? []
    ).map((row) => row.slice(1).split(','));
    expect(applied.length).toBeGreaterThan(10);
    for (const [name = '', checksum] of applied)
      expect([name, present.get(name)]).toEqual([name, checksum]);
  });
});
