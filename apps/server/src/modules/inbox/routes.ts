import { MESSAGES_PER_PAGE, TOLD_EVENTS, userMessages, type OwnMessage } from '@meridian/contract/inbox';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';

/** What the owner of an account is told. Nothing is kept for it: events, reviews and rulings are in their own tables, this reads them together. */
export function registerInboxRoutes(gateway: CallRegistry, { queries }: { readonly queries: Queries }): void {
  gateway.registerCall(userMessages, async ({ session, input }) => {
    const page = input.page ?? 1;
    return { list: await messagesOf(queries, session.user, page), page };
  });
}

type Row = Omit<OwnMessage, 'created_time'> & { readonly told_at: Date };

async function messagesOf(queries: Queries, user: number, page: number): Promise<OwnMessage[]> {
  const { rows } = await sql<Row>`
    SELECT 'event-' || id AS id, kind, '' AS reason, device, address, created_at AS told_at
      FROM security_events WHERE user_id = ${user} AND kind IN (${sql.join([...TOLD_EVENTS])})
    UNION ALL
    SELECT 'review-' || id, kind || CASE status WHEN 2 THEN '_approved' ELSE '_rejected' END, reason, '', '', reviewed_at
      FROM identity_applications WHERE user_id = ${user} AND reviewed_at IS NOT NULL
    UNION ALL
    SELECT 'ruling-' || id, CASE ruling WHEN 'pay' THEN 'deal_paid' ELSE 'deal_returned' END, ruling_reason, '', '', ruled_at
      FROM acceptor_deals WHERE (seller_id = ${user} OR buyer_id = ${user}) AND ruled_at IS NOT NULL
    ORDER BY told_at DESC, id DESC LIMIT ${MESSAGES_PER_PAGE} OFFSET ${(page - 1) * MESSAGES_PER_PAGE}`.execute(queries);
  return rows.map(({ told_at, ...message }) => ({ ...message, created_time: shanghaiTime(told_at.getTime()) }));
}
