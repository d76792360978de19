import { resolveLanguage } from '@meridian/contract/languages';
import { siteConfig, siteLinks } from '@meridian/contract/site';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { passwordPolicy, readSettings } from '../../site-settings.ts';

/** What the operator has set for the site as a whole. */
export function registerSiteRoutes(gateway: CallRegistry, { queries, isCancelOnly }: { queries: Queries; isCancelOnly: () => boolean }): void {
  gateway.registerCall(siteLinks, async () => {
    const { app_url, custorm_url } = await readSettings(queries);
    return { app_url, custorm_url, c_pc: custorm_url };
  });
  gateway.registerCall(siteConfig, async () => {
    const [{ default_language }, password] = await Promise.all([readSettings(queries), passwordPolicy(queries)]);
    return { default_language: resolveLanguage(default_language), password, trading: isCancelOnly() ? ('cancel_only' as const) : ('open' as const) };
  });
}

/** Demo mode only: links that lead somewhere, where none were set. */
export async function seedDemoSettings(queries: Queries): Promise<void> {
  await queries
    .insertInto('site_settings')
    .values([
      { key: 'app_url', value: '/components/noticeDetail?id=1001' },
      { key: 'custorm_url', value: 'mailto:support@meridian.test?subject=Account%20{name}%20({id})' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
