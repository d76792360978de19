import { upstart } from '@meridian/contract/launch/calls';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { upstartRow } from './translate.ts';

export interface LaunchServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly now: () => number;
}

/** New coins with their plan. */
export function registerLaunchRoutes(gateway: CallRegistry, services: LaunchServices): void {
  const { queries, live } = services;
  gateway.registerCall(upstart, async () => {
    const coins = await queries
      .selectFrom('launch_coins')
      .selectAll()
      .where('is_shown', '=', true)
      .orderBy('place')
      .orderBy('id')
      .execute();
    const now = services.now();
    const list = coins.map((coin) => upstartRow(live, coin, now));
    return { type: 'ok' as const, message: list, data: list };
  });
}
