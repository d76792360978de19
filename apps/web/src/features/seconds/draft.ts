import { createOwnStore } from '../../shared/own-store.ts';
import { readStored, writeStored } from '../../shared/stored.ts';
import {
  EMPTY_DRAFT,
  readDrafts,
  type TicketDraft,
  type TicketDrafts,
} from './model/ticket-draft.ts';

/**
 * The typed values of the form, for each market. Kept in the browser, so that the next contract
 * and a reload begin with them.
 */
export const useDrafts = createOwnStore<TicketDrafts>(stored);

function stored(): TicketDrafts {
  return readDrafts(readStored('ticketDrafts'));
}

/** The draft of a market, and its change. */
export function useDraft(marketKey: string) {
  const draft = useDrafts((drafts) => drafts[marketKey]) ?? EMPTY_DRAFT;
  const change = (part: Partial<TicketDraft>): void => changeDraft(marketKey, part);
  return { draft, change };
}

/** Another tab may have typed for other markets meanwhile: their stored drafts stay. */
export function changeDraft(marketKey: string, part: Partial<TicketDraft>): void {
  const before = useDrafts.getState()[marketKey] ?? EMPTY_DRAFT;
  const drafts = { ...stored(), [marketKey]: { ...before, ...part } };
  useDrafts.setState(drafts, true);
  writeStored('ticketDrafts', JSON.stringify(drafts));
}
