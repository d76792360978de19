import { COMPLAINT_ROWS } from '@meridian/contract/complaint/bounds';
import type { Output } from '@meridian/contract/client/named-calls';
import type { MessagesEvent } from '@meridian/contract/inbox/events';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { wirePictures, type ChosenPictures } from '../../shared/picture/picture-links.ts';
import { OWN } from '../../shared/session.ts';
import type { Complaint, Subject, WholeComplaint } from './model/complaint.ts';

const fetchList = apiCall('GET /api/complaint/list');
const fetchInfo = apiCall('GET /api/complaint/info');
export const closeComplaint = apiCall('POST /api/complaint/close');

interface Said {
  readonly text: string;
  readonly pictures: ChosenPictures;
}

/** Answers the number of the complaint. */
export const fileComplaint = asking(
  moneyCall('POST /api/complaint/file'),
  ({
    subject,
    orderNumber,
    ...said
  }: Said & { readonly subject: Subject; readonly orderNumber: string }) => ({
    subject,
    ...(orderNumber === '' ? {} : { order_number: orderNumber }),
    ...wireSaid(said),
  }),
);
export const writeInComplaint = asking(
  moneyCall('POST /api/complaint/write'),
  ({ id, ...said }: Said & { readonly id: number }) => ({ id, ...wireSaid(said) }),
);

const COMPLAINTS = [OWN, 'complaints'] as const;

/** Own complaints, newest first. */
export const complaintsQuery = infiniteQueryOptions({
  queryKey: [...COMPLAINTS, 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const { list, page } = await fetchList({ page: pageParam }, { signal });
    return { page, list: list.map(complaintOf) };
  },
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === COMPLAINT_ROWS ? last.page + 1 : undefined),
});

export function complaintQuery(id: number) {
  return queryOptions({
    queryKey: [...COMPLAINTS, id],
    queryFn: async ({ signal }): Promise<WholeComplaint> => {
      const { messages, ...row } = await fetchInfo({ id }, { signal });
      return {
        ...complaintOf(row),
        messages: messages.map(({ create_time, ...message }) => ({
          ...message,
          createdAt: create_time,
        })),
      };
    },
    // A link to a picture is valid for ten minutes: a customer who comes back gets new ones.
    gcTime: 0,
  });
}

export function refreshComplaints(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: COMPLAINTS });
}

/**
 * Keeps complaints fresh: an answer is a message of the inbox. Returns the function that stops it.
 */
export function followAnswers(client: QueryClient): () => void {
  const ends = [
    connection().on<MessagesEvent>('messages', ({ messages }) => {
      if (messages.some(({ kind }) => kind.startsWith('complaint_')))
        void refreshComplaints(client);
    }),
    // The server does not repeat events that a lost connection missed.
    connection().onConnect(() => void refreshComplaints(client)),
  ];
  return () => ends.forEach((end) => end());
}

function wireSaid({ text, pictures }: Said) {
  return { text, ...wirePictures(pictures) };
}

function complaintOf(row: Output<'GET /api/complaint/list'>['list'][number]): Complaint {
  return {
    id: row.id,
    subject: row.subject,
    reason: row.reason,
    orderNumber: row.order_number,
    adId: row.ad_id,
    dealId: row.deal_id,
    state: row.state,
    createdAt: row.create_time,
    changedAt: row.update_time,
  };
}
