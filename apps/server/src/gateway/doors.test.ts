import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** The methods of the gateway that answer requests which are no calls of the contract. */
const DOOR = /\.(serve[A-Z]\w*)\(/g;

/**
 * The guard of calls does not stand before these doors: each decides by itself who may come in. A
 * new one is a decision.
 */
test('these doors and no others are no calls', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/server/src'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const doors = files
    .split('\n')
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      [...readFileSync(join(ROOT, name), 'utf8').matchAll(DOOR)].map(
        ([, door]) => `${name.replace('apps/server/src/', '')} ${door}`,
      ),
    );
  expect(doors.sort()).toEqual([
    // The signed link of a picture, for its owner and the office.
    'modules/identity/module.ts servePictures',
    'modules/news/module.ts servePublicPictures',
    // The signed link of a file of an appeal, for the session that it was made for.
    'modules/p2p/routes.ts serveOwnFiles',
    // The payment service of the demo, which signs its forms.
    'modules/payment/demo-gateway.ts serveForm',
    'modules/payment/demo-gateway.ts serveForm',
    // The public file of ticks.
    'modules/seconds/module.ts serveFile',
  ]);
});
