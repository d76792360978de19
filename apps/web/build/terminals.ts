import { fileURLToPath } from 'node:url';

/**
 * The terminals by address, with the texts that they need (route-table.test.ts compares them with
 * the table of routes). The contest's terminal is no other one: it is that of contracts, and would
 * make all modules of it shared.
 */
export const TERMINALS = {
  '/dealCenter': {
    name: 'spot',
    page: source('app/pages/deal-center.tsx'),
    texts: ['first', 'trading'],
  },
  '/leverdealCenter': {
    name: 'contracts',
    page: source('app/pages/margin-center.tsx'),
    texts: ['first', 'trading', 'contracts'],
  },
  '/secondDealCenter': {
    name: 'seconds',
    page: source('app/pages/second-deal-center.tsx'),
    texts: ['first', 'trading', 'contracts', 'rest'],
  },
} as const;
export const CONTEST_TERMINAL = source('app/pages/match-trade.tsx');
export const ENTRY = source('main.tsx');
export const HOME = source('app/pages/home.tsx');
/** The tables that name the pages. */
export const ROUTES = [source('app/route-table.ts'), source('app/later-pages.ts')];
/** The pages whose code is asked for together with the entry's. */
export const EARLY = { '/': { page: HOME, texts: ['first'] }, ...TERMINALS } as const;
/** Fetched by the books of two terminals after their first paint. */
export const OWN_ORDERS = source('features/spot/own-orders.ts');
/** The form of spot and contracts is in it where the page is narrower than so many pixels. */
export const SHEET = source('shared/ui/sheet.tsx');
export const SHEET_BELOW = 834;

/** @param path of a module, below `src` */
function source(path: string): string {
  return fileURLToPath(new URL(`../src/${path}`, import.meta.url));
}
