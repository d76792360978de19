import { resolveLanguage } from '@meridian/contract/languages';
import { siteConfig, siteLinks } from '@meridian/contract/site/calls';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { passwordPolicy, readSettings } from '../../site-settings.ts';

/** CNY for one USDT. */
const DEMO_RATE = '7.1';

/** Public site settings. */
export function registerSiteRoutes(
  gateway: CallRegistry,
  { queries, isCancelOnly }: { queries: Queries; isCancelOnly: () => boolean },
): void {
  gateway.registerCall(siteLinks, async () => {
    const { app_url, custorm_url, forum_url } = await readSettings(queries);
    return { app_url, custorm_url, forum_url, c_pc: custorm_url };
  });
  gateway.registerCall(siteConfig, async () => {
    const [{ default_language }, password] = await Promise.all([
      readSettings(queries),
      passwordPolicy(queries),
    ]);
    return {
      default_language: resolveLanguage(default_language),
      password,
      trading: isCancelOnly() ? ('cancel_only' as const) : ('open' as const),
    };
  });
}

/**
 * Demo mode only: a link to support and a price of payments, for settings without a value. No
 * operator confirms a demo's price, so each start does.
 */
export async function seedDemoSettings(queries: Queries): Promise<void> {
  await queries
    .insertInto('site_settings')
    .values([
      {
        key: 'custorm_url',
        value: 'mailto:support@meridian.test?subject=Account%20{name}%20({id})',
      },
      { key: 'payment_rate', value: DEMO_RATE },
      { key: 'payment_rate_hours', value: '168' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await queries
    .updateTable('site_settings')
    .set({ set_at: new Date() })
    .where('key', '=', 'payment_rate')
    .where('value', '=', DEMO_RATE)
    .execute();
}
