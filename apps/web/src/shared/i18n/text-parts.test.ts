import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pageTexts } from '../../../build/page-texts.ts';
import { CONTRACT_AREAS, FIRST_AREAS, partOf, TRADING_AREAS } from '../../../build/text-parts.ts';
import { TEXT_PARTS, type TextPart } from './language.ts';

const SOURCES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const ROUTE_TABLE = path.join(SOURCES, 'app', 'route-table.ts');
const LATER_PAGES = path.join(SOURCES, 'app', 'later-pages.ts');
const ROUTES = path.join(SOURCES, 'app', 'routes.tsx');
/** These modules fetch all texts before they show any. */
const STEP_UP = path.join(SOURCES, 'shared', 'step-up', 'step-up.tsx');
const CHAT_FEED = path.join(SOURCES, 'features', 'p2p', 'chat-feed.ts');
const CHART_TOOLS = path.join(SOURCES, 'features', 'spot', 'ui', 'chart-tools.ts');
const ALERT_DIALOG = path.join(SOURCES, 'app', 'pages', 'alert-dialog.ts');
const SPOT_LATER = path.join(SOURCES, 'features', 'spot', 'ui', 'later.ts');
const CONTRACTS_LATER = path.join(SOURCES, 'features', 'margin', 'ui', 'later.ts');
const FRAME_LATER = path.join(SOURCES, 'app', 'later.ts');
const HOME_TOTAL = path.join(SOURCES, 'app', 'pages', 'home-total-later.tsx');
const SHORTCUT_HELP = path.join(SOURCES, 'shared', 'shortcuts', 'shortcut-help.tsx');
const OWN_COINS = path.join(SOURCES, 'app', 'pages', 'own-coins.tsx');
/** Modules whose later imports are shown with texts that are fetched for them. */
const DOORS = [
  ROUTE_TABLE,
  LATER_PAGES,
  STEP_UP,
  CHAT_FEED,
  FRAME_LATER,
  HOME_TOTAL,
  OWN_COINS,
  SHORTCUT_HELP,
  CHART_TOOLS,
  ALERT_DIALOG,
  SPOT_LATER,
  CONTRACTS_LATER,
  ROUTES,
];

const english = pageTexts('en');

/** Pages that wait for no more than this part. */
function pagesOf(part: TextPart): string[] {
  const rows = readFileSync(ROUTE_TABLE, 'utf8')
    .split('path: ')
    .filter((row) => row.includes(`texts: '${part}'`));
  return rows.flatMap((row) => imports(ROUTE_TABLE, row));
}

/** The modules of this application that a source text imports, at once or later. */
function imports(from: string, code: string): string[] {
  const specifiers = [...code.matchAll(/(?:from|import|import\()\s*'(\.[^']+\.tsx?)'/g)].map(
    ([, specifier = '']) => path.resolve(path.dirname(from), specifier),
  );
  return specifiers.filter((file) => existsSync(file));
}

/** All modules that these files reach, also through later imports. */
function modulesOf(files: readonly string[]): Map<string, string> {
  const modules = new Map<string, string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (modules.has(file)) continue;
    const code = readFileSync(file, 'utf8');
    modules.set(file, code);
    const isDoor = DOORS.includes(file);
    waiting.push(...imports(file, isDoor ? code.replaceAll(/import\('[^']*'\)/g, '') : code));
  }
  return modules;
}

test('home and markets need the first part, trading the second, contracts the third', () => {
  expect(
    pagesOf('first')
      .map((file) => path.basename(file))
      .sort(),
  ).toEqual(['home.tsx', 'quotation-page.tsx']);
  expect(pagesOf('trading').map((file) => path.basename(file))).toEqual(['deal-center.tsx']);
  expect(pagesOf('contracts').map((file) => path.basename(file))).toEqual(['margin-center.tsx']);
});

test.each([
  ['first', [path.join(SOURCES, 'main.tsx'), ...pagesOf('first')]],
  ['trading', pagesOf('trading')],
  ['contracts', pagesOf('contracts')],
] as const)('what pages of the part "%s" say is fetched for them', (part, files) => {
  const missing: string[] = [];
  for (const [file, code] of modulesOf(files)) {
    // The table has the titles of all pages, each of which is loaded with its page.
    if (file === ROUTE_TABLE) continue;
    for (const key of Object.keys(english)) {
      const isSaid =
        code.includes(`'${key}'`) || code.includes(`\`${key.slice(0, key.lastIndexOf('.'))}.\${`);
      if (isSaid && TEXT_PARTS.indexOf(partOf(key)) > TEXT_PARTS.indexOf(part))
        missing.push(`${path.relative(SOURCES, file)}: ${key}`);
    }
  }
  expect(missing).toEqual([]);
});

test('only areas that there are come first', () => {
  const areas = new Set(Object.keys(english).map((key) => key.split('.')[0]));
  expect(
    [...FIRST_AREAS, ...TRADING_AREAS, ...CONTRACT_AREAS].filter((area) => !areas.has(area)),
  ).toEqual([]);
});
