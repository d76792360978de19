import { COMPLAINT_ROWS } from '@meridian/contract/complaint/bounds';
import {
  complaintClose,
  complaintFile,
  complaintInfo,
  complaintList,
  complaintReport,
  complaintWrite,
} from '@meridian/contract/complaint/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry, Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { OwnPictures } from '../../own-pictures.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { textOf } from '../../texts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { Complaints, type Complaint, type Said } from './complaints.ts';

export interface ComplaintServices {
  readonly queries: Queries;
  readonly fields: SealedFields;
  readonly pictures: OwnPictures;
  readonly now: () => number;
  /**
   * The trader that a report is about. Refuses a trader whom the reporter cannot see like an
   * unknown one.
   */
  readonly reportedTrader: (
    reporter: UserId,
    named: { readonly trader?: number; readonly ad?: number; readonly deal?: number },
  ) => Promise<UserId>;
}

/** Complaints of a customer to customer service, reports of traders among them. */
export function registerComplaints(gateway: CallRegistry, services: ComplaintServices): void {
  const { reportedTrader } = services;
  const complaints = new Complaints(services);
  gateway.registerCall(complaintList, (context) => page(services, complaints, context));
  gateway.registerCall(complaintInfo, (context) => whole(services, complaints, context));
  gateway.registerCall(complaintFile, async ({ input, session, idempotencyKey }) => {
    const { subject, order_number = '' } = input;
    const said = await saidIn(services, session, input, idempotencyKey);
    const about = { subject, orderNumber: order_number.trim() };
    return { id: await complaints.file(session.user, about, said) };
  });
  gateway.registerCall(complaintReport, async ({ input, session, idempotencyKey }) => {
    const { trader_id, ad_id, deal_id, reason } = input;
    const said = await saidIn(services, session, input, idempotencyKey);
    const named = {
      ...(trader_id === undefined ? {} : { trader: trader_id }),
      ...(ad_id === undefined ? {} : { ad: ad_id }),
      ...(deal_id === undefined ? {} : { deal: deal_id }),
    };
    if (Object.keys(named).length === 0) throw new Refusal('field_missing', { field: 'trader_id' });
    if (Object.keys(named).length > 1) throw new Refusal('input_invalid', { field: 'trader_id' });
    const trader = await reportedTrader(session.user, named);
    const report = { trader, reason, ad: ad_id, deal: deal_id };
    return { id: await complaints.file(session.user, { report }, said) };
  });
  gateway.registerCall(complaintWrite, async ({ input, session, language, idempotencyKey }) => {
    const said = await saidIn(services, session, input, idempotencyKey);
    await complaints.write(session.user, input.id, said);
    return textOf(language, 'answer.complaint.written');
  });
  gateway.registerCall(complaintClose, async ({ input, session, language }) => {
    await complaints.close(session.user, input.id);
    return textOf(language, 'answer.complaint.closed');
  });
}

async function page(
  { queries }: ComplaintServices,
  complaints: Complaints,
  { input, session }: CallContext<typeof complaintList>,
): Promise<CallOutput<typeof complaintList>> {
  const { page: number = 1 } = input;
  const rows = await queries
    .selectFrom('complaints')
    .selectAll()
    .where('user_id', '=', BigInt(session.user))
    .orderBy('id', 'desc')
    .limit(COMPLAINT_ROWS)
    .offset((number - 1) * COMPLAINT_ROWS)
    .execute();
  const list = rows.map((row) => ownRow(complaints.open(row)));
  return { list, page: number, limit: COMPLAINT_ROWS };
}

async function whole(
  { pictures }: ComplaintServices,
  complaints: Complaints,
  { input, session }: CallContext<typeof complaintInfo>,
): Promise<CallOutput<typeof complaintInfo>> {
  const complaint = await complaints.own(session.user, input.id);
  const messages = await complaints.messagesOf(complaint.id);
  return {
    ...ownRow(complaint),
    // Operators are customer service to customers: none is named.
    messages: messages.map(({ id, operator, text, pictures: ids, at }) => ({
      id,
      author: operator === '' ? 'customer' : 'support',
      text,
      pictures: ids.map((each) => pictures.linkTo(each, session.session)),
      create_time: shanghaiTime(at.getTime()),
    })),
  };
}

/** A complaint as its customer sees it: without the account of the reported trader. */
function ownRow(complaint: Complaint): CallOutput<typeof complaintList>['list'][number] {
  const { id, subject, reason, order_number, ad, deal, state, created_at, changed_at } = complaint;
  return {
    id: Number(id),
    subject,
    reason: reason ?? '',
    order_number,
    ad_id: Number(ad ?? 0),
    deal_id: Number(deal ?? 0),
    state,
    create_time: shanghaiTime(created_at.getTime()),
    update_time: shanghaiTime(changed_at.getTime()),
  };
}

/** The message in a request. Refuses an empty text, and pictures of other users. */
async function saidIn(
  { pictures }: ComplaintServices,
  { user }: Session,
  input: {
    readonly text: string;
    readonly pic_1?: string;
    readonly pic_2?: string;
    readonly pic_3?: string;
  },
  key: string | undefined,
): Promise<Said> {
  const text = textIn(input.text);
  const links = Object.fromEntries(
    (['pic_1', 'pic_2', 'pic_3'] as const).flatMap((field) => {
      const link = input[field] ?? '';
      return link === '' ? [] : [[field, link]];
    }),
  );
  const hasPictures = Object.keys(links).length > 0;
  return { text, pictures: hasPictures ? await pictures.ownIds(user, links) : [], key };
}

/** A text without blanks around it. Refuses an empty one. */
export function textIn(text: string): string {
  const words = text.replaceAll('\r\n', '\n').trim();
  if (words === '') throw new Refusal('field_missing', { field: 'text' });
  return words;
}
