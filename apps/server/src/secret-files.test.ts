import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { SECRET_SETTINGS, withSecretFiles } from './secret-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'meridian-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string, mode = 0o600): string {
  const name = path.join(folder, crypto.randomUUID());
  writeFileSync(name, text);
  chmodSync(name, mode);
  return name;
}

const KEY = 'a9f3c1e57b2d4806f1a3c5e7092b4d6f';

describe('secrets in files', () => {
  it('are read as if they stood in the environment, without the end of the line', () => {
    expect(readConfig({ SECRET_KEY_FILE: file(`${KEY}\n`) }).secretKey).toBe(KEY);
    for (const name of SECRET_SETTINGS)
      expect(withSecretFiles({ [`${name}_FILE`]: file('postgres://x') }, [])[name], name).toBe(
        'postgres://x',
      );
  });

  it('are refused in production where others may read them, and not in a demo', () => {
    for (const mode of [0o640, 0o604, 0o620, 0o644]) {
      const problems: string[] = [];
      withSecretFiles({ MODE: 'production', SECRET_KEY_FILE: file(KEY, mode) }, problems);
      expect(problems).toEqual([expect.stringContaining('others than its owner may read it')]);
    }
    expect(readConfig({ SECRET_KEY_FILE: file(KEY, 0o644) }).secretKey).toBe(KEY);
  });

  it('are refused twice, empty, missing, as a folder; no message says what is in them', () => {
    const refused = (environment: Record<string, string>): unknown => {
      try {
        return readConfig(environment);
      } catch (error) {
        return String(error);
      }
    };
    expect(refused({ SECRET_KEY: KEY, SECRET_KEY_FILE: file(KEY) })).toContain(
      'SECRET_KEY and SECRET_KEY_FILE are both set',
    );
    expect(refused({ SECRET_KEY_FILE: file(' \n') })).toContain('which is empty');
    expect(refused({ SECRET_KEY_FILE: path.join(folder, 'none') })).toContain(
      'SECRET_KEY_FILE names',
    );
    expect(refused({ SECRET_KEY_FILE: folder })).toContain('it is no file');
    expect(refused({ SECRET_KEY_FILE: file('short') })).not.toContain('short');
  });
});
