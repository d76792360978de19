/**
 * A language is fetched in parts, since a first visit need not wait for what the whole product has
 * to say. These are the areas of texts (`area.name`) of the first parts: of the frame, home and
 * markets, and of what trading adds. The third part is all the rest.
 */
export const FIRST_AREAS: ReadonlySet<string> = new Set([
  ...[
    'action',
    'assets',
    'auth',
    'demo',
    'direction',
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
  ],
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

type TextPart = 'first' | 'trading' | 'rest';

/** The part that a text stands in. */
export function partOf(id: string): TextPart {
  const area = id.slice(0, id.indexOf('.'));
  return FIRST_AREAS.has(area) ? 'first' : TRADING_AREAS.has(area) ? 'trading' : 'rest';
}
