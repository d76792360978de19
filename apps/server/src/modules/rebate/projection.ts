import type { Applied } from '@meridian/core/events';
import type {
  RebateLine,
  RebateMemberSet,
  RebateShared,
} from '@meridian/core/rebate/rebate-events';
import type { Projection } from '../../projector/projection.ts';
import { insertInto } from '../../projector/row-statements.ts';

interface LineRow extends RebateLine, Pick<RebateShared, 'day' | 'payer' | 'worth' | 'currency'> {
  readonly timeMs: number;
}

/** The lines of a batch, and the last word on each member. */
function projectRebates(batch: readonly Applied[]) {
  const lines: LineRow[] = [];
  const members = new Map<number, RebateMemberSet>();
  for (const { timeMs, events } of batch)
    for (const event of events)
      if (event.type === 'rebateMemberSet') members.set(event.user, event);
      else if (event.type === 'rebateShared') {
        const { day, payer, worth, currency } = event;
        for (const line of event.lines)
          lines.push({ ...line, day, payer, worth, currency, timeMs });
      }
  return { lines, members: [...members.values()] };
}

const INSERT_LINES = insertInto<'rebate_lines', LineRow>('insert-rebate-lines', 'rebate_lines', {
  id: ['bigint', (row) => row.line],
  day: ['integer', (row) => row.day],
  payer_id: ['bigint', (row) => row.payer],
  level: ['integer', (row) => row.level],
  user_id: ['bigint', (row) => row.user],
  currency: ['integer', (row) => row.currency],
  worth: ['bigint', (row) => row.worth],
  rate_bps: ['integer', (row) => row.rateBps],
  amount: ['bigint', (row) => row.amount],
  time_ms: ['bigint', (row) => row.timeMs],
});

const KEEP_MEMBERS = insertInto<'rebate_members', RebateMemberSet>(
  'keep-rebate-members',
  'rebate_members',
  {
    user_id: ['bigint', (row) => row.user],
    is_member: ['boolean', (row) => row.person !== ''],
  },
  'on conflict (user_id) do update set is_member = excluded.is_member',
);

export const rebateProjection: Projection = {
  tables: ['rebate_lines', 'rebate_members'],
  open: (client) => async (batch) => {
    const { lines, members } = projectRebates(batch);
    await INSERT_LINES.write(client, lines);
    await KEEP_MEMBERS.write(client, members);
  },
};
