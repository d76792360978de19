import type { JournalTables } from '../journal/journal-tables.ts';
import type { AccountTables } from '../modules/account/account-tables.ts';
import type { DemoTables } from '../modules/demo/demo-tables.ts';
import type { MarketTables } from '../modules/market/queries.ts';
import type { NewsTables } from '../modules/news/article.ts';
import type { SiteTables } from '../modules/site/site-tables.ts';
import type { SpotTables } from '../modules/spot/queries.ts';
import type { WalletTables } from '../modules/wallet/queries.ts';

/** Every table, as Kysely sees it. An area describes its own tables beside its queries and is added here. */
export type Tables = JournalTables & AccountTables & DemoTables & NewsTables & SiteTables & MarketTables & SpotTables & WalletTables;
