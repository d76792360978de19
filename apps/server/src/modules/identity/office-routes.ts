import {
  officeApplication,
  officeApplications,
  officeReview,
} from '@meridian/contract/identity/office';
import { REVIEW_STATUS } from '@meridian/contract/identity/calls';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { CallOutput } from '@meridian/contract/schema/call';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { customersShown } from '../account/customers-shown.ts';
import { requireOther } from '../account/own-account.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { Application, Identities } from './identities.ts';
import type { IdentityServices } from './routes.ts';

type ReviewServices = Pick<IdentityServices, 'queries' | 'pictures' | 'identities'>;

const STATE_OF = { 1: 'underReview', 2: 'approved', 3: 'rejected' } as const;

/** The review of identities. */
export function registerReviewRoutes(gateway: CallRegistry, services: ReviewServices): void {
  gateway.registerCall(officeApplications, (context) => applicationPage(services, context));
  gateway.registerCall(officeApplication, (context) => openApplication(services, context));
  gateway.registerCall(officeReview, (context) => review(services, context));
}

async function applicationPage(
  { queries, identities }: ReviewServices,
  { input, audit }: CallContext<typeof officeApplications>,
): Promise<CallOutput<typeof officeApplications>> {
  const page = input.page ?? 1;
  let query = queries
    .selectFrom('identity_applications')
    .innerJoin('users', 'users.id', 'identity_applications.user_id');
  const { status, q } = input;
  if (status !== undefined) query = query.where('status', '=', STATE_OF[status]);
  if (q !== undefined) query = query.where('users.account', '=', q.trim().toLowerCase());
  const { count } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('identity_applications')
    .select('users.account')
    .orderBy(sql`case status when 'underReview' then 1 when 'approved' then 2 else 3 end`)
    .orderBy('identity_applications.id')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  await audit(
    customersShown(
      'applications.list',
      rows.map(({ user_id }) => user_id),
    ),
  );
  return { list: rows.map((row) => rowOf(identities, row)), total: Number(count), page };
}

async function openApplication(
  { queries, pictures, identities }: ReviewServices,
  { input, operator, audit }: CallContext<typeof officeApplication>,
): Promise<CallOutput<typeof officeApplication>> {
  const row = await find(queries, input.id);
  // Logged before anything is shown.
  await audit({
    action: 'identity.open',
    subject: `user ${row.user_id}`,
    after: { application: Number(row.id), pictures: row.pictures.length },
  });
  const same =
    row.card_hash === null
      ? []
      : await queries
          .selectFrom('identity_applications')
          .select('user_id')
          .distinct()
          .where('card_hash', '=', row.card_hash)
          .where('user_id', '!=', row.user_id)
          .execute();
  return {
    ...rowOf(identities, row),
    card_type: row.card_type,
    card_id: identities.cardIdOf(row),
    reason: row.reason,
    pictures: row.pictures.map((id) => pictures.linkTo(id, operator.session)),
    same_document: same.map(({ user_id }) => Number(user_id)),
  };
}

async function review(
  { queries, identities }: ReviewServices,
  { input, operator, audit, language }: CallContext<typeof officeReview>,
): Promise<string> {
  const isApproved = input.approved === '1';
  const reason = isApproved ? '' : (input.reason ?? '').trim();
  if (!isApproved && reason === '') throw new Refusal('field_missing', { field: 'reason' });
  const { user_id, kind } = await find(queries, input.id);
  await requireOther(queries, operator.operator, user_id);
  const hasEnded = await identities.review(
    BigInt(input.id),
    { isApproved, reason, operator: operator.operator },
    (transaction) =>
      audit(
        {
          action: isApproved ? 'identity.approve' : 'identity.reject',
          subject: `user ${user_id}`,
          after: { application: input.id, kind, reason },
        },
        transaction,
      ),
  );
  if (!hasEnded) throw new Refusal('application_not_found', { field: 'id' });
  return textOf(language, 'answer.done');
}

async function find(queries: Queries, id: number): Promise<Application & { account: string }> {
  const row = await queries
    .selectFrom('identity_applications')
    .innerJoin('users', 'users.id', 'identity_applications.user_id')
    .selectAll('identity_applications')
    .select('users.account')
    .where('identity_applications.id', '=', BigInt(id))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('application_not_found', { field: 'id' });
  return row;
}

function rowOf(
  identities: Identities,
  row: Application & { account: string },
): CallOutput<typeof officeApplications>['list'][number] {
  const { id, user_id, account, kind, status, submitted_at, reviewed_at } = row;
  return {
    id: Number(id),
    user: Number(user_id),
    account,
    kind,
    status: REVIEW_STATUS[status],
    name: identities.nameOf(row),
    submitted_time: shanghaiTime(submitted_at.getTime()),
    reviewed_time: reviewed_at === null ? '' : shanghaiTime(reviewed_at.getTime()),
  };
}
