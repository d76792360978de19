/**
 * A language is fetched in parts, since a first visit need not wait for the texts of the whole
 * product. These are the areas of texts (`area.name`) of the first three parts: frame, home and
 * markets; then trading; then contracts. The last part is all the rest.
 */
export const FIRST_AREAS: ReadonlySet<string> = new Set([
  'action',
  'assets',
  'auth',
  'demo',
  'error',
  'feature',
  'footer',
  'home',
  'look',
  'market',
  'nav',
  'page',
  'shortcut',
  'side',
  'site',
  'state',
  'status',
]);
export const TRADING_AREAS: ReadonlySet<string> = new Set([
  'book',
  'chart',
  'coin',
  'layout',
  'mode',
  'money',
  'number',
  'orders',
  'spot',
  'trades',
]);

export const CONTRACT_AREAS: ReadonlySet<string> = new Set(['margin', 'pages']);

type TextPart = 'first' | 'trading' | 'contracts' | 'rest';

/** The part that a text stands in. */
export function partOf(id: string): TextPart {
  const area = id.slice(0, id.indexOf('.'));
  if (FIRST_AREAS.has(area)) return 'first';
  if (TRADING_AREAS.has(area)) return 'trading';
  return CONTRACT_AREAS.has(area) ? 'contracts' : 'rest';
}
