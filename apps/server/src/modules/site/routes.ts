import { siteLinks } from '@meridian/contract/site';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';

/** What the operator has set for the site as a whole. */
export function registerSiteRoutes(gateway: CallRegistry, { queries }: { queries: Queries }): void {
  gateway.registerCall(siteLinks, async () => {
    const rows = await queries.selectFrom('site_settings').selectAll().where('key', 'in', ['app_url', 'custorm_url']).execute();
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    const service = values.get('custorm_url') ?? '';
    return { app_url: values.get('app_url') ?? '', custorm_url: service, c_pc: service };
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
