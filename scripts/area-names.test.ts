import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** The business areas, by their name in every storey. */
const AREAS: readonly string[] = [
  'acceptor',
  'account',
  'alert',
  'complaint',
  'contest',
  'convert',
  'custody',
  'demo',
  'earn',
  'faults',
  'fee',
  'identity',
  'inbox',
  'launch',
  'loan',
  'margin',
  'market',
  'news',
  'office',
  'p2p',
  'payment',
  'personal',
  'rebate',
  'sale',
  'seconds',
  'security',
  'site',
  'spot',
  'vote',
  'wallet',
];
/** Folders of each storey that contain areas, with their subfolders that are no area. */
const STOREYS: Readonly<Record<string, readonly string[]>> = {
  // The catalogue is the core's part of `market`.
  'packages/core/src': ['catalog', 'ledger', 'testing', 'timers'],
  'packages/contract/src': ['client', 'schema'],
  'apps/server/src/modules': [],
  // The page that combines markets, notices and downloads.
  'apps/web/src/features': ['home'],
  'apps/office/src': ['shared'],
};
const ROOT = path.join(import.meta.dirname, '..');

describe('an area has one name in every storey', () => {
  test.each(Object.entries(STOREYS))('%s', (storey, others) => {
    const folders = readdirSync(path.join(ROOT, storey), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.length).toBeGreaterThan(others.length);
    expect(folders.filter((name) => !AREAS.includes(name) && !others.includes(name))).toEqual([]);
    expect(others.filter((name) => !folders.includes(name))).toEqual([]);
  });

  test('texts', () => {
    const files = readdirSync(path.join(ROOT, 'texts/en'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => path.parse(name).name);
    // The texts of an area may come in parts: `p2p-deal` is one of `p2p`.
    const areaOf = (name: string): string => name.split('-')[0] ?? '';
    expect(files.filter((name) => !AREAS.includes(areaOf(name)))).toEqual(['gateway', 'home']);
  });

  test('each area is a module of the server', () => {
    const modules = readdirSync(path.join(ROOT, 'apps/server/src/modules'), {
      withFileTypes: true,
    });
    expect(modules.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual(AREAS);
  });
});
