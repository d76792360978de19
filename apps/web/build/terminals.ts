import { fileURLToPath } from 'node:url';

/** The terminals by address, with the texts that they need. */
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
export const ENTRY = source('main.tsx');
export const HOME = source('app/pages/home.tsx');
/** The pages whose code is asked for together with the entry's. */
export const EARLY = { '/': { page: HOME, texts: ['first'] }, ...TERMINALS } as const;
/** Fetched by two terminals after their first paint. */
export const OWN_ORDERS = source('features/spot/ui/own-orders.tsx');
/** A phone's form is in it. */
export const SHEET = source('shared/ui/sheet.tsx');

/** @param path of a module, below `src` */
function source(path: string): string {
  return fileURLToPath(new URL(`../src/${path}`, import.meta.url));
}
