import { POSITIONS_PER_PAGE } from '@meridian/contract/margin/bounds';
import { marginHistory } from '@meridian/contract/margin/calls';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { statement } from './queries.ts';
import { detailsOf } from './statement-details.ts';

/** Movements of the margin wallet, under the specification's own call for them. */
export function registerMarginHistory(
  gateway: CallRegistry,
  { live, queries }: { readonly live: LiveView; readonly queries: Queries },
): void {
  const gate = new ProjectionGate(queries);
  gateway.registerCall(marginHistory, async ({ input, session, language }) => {
    await gate.reached(live.seq);
    const { page = 1, currency } = input;
    const rows = await statement(queries, session.user, {
      page,
      limit: POSITIONS_PER_PAGE,
      currency,
      wallet: 'margin',
    });
    const details = await detailsOf({ live, queries }, rows, language);
    const data = rows.map((row, place) => {
      const { code = '', scale = 0 } = live.currency(row.currency) ?? {};
      return {
        id: row.id,
        type: details[place]?.info ?? '',
        market: details[place]?.market ?? '',
        subject: row.subject,
        number: formatDecimal(row.amount, scale),
        currency_name: code,
        add_time: shanghaiTime(row.timeMs),
      };
    });
    return { data, page };
  });
}
