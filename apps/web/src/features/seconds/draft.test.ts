import { afterEach, expect, test } from 'vitest';
import { beginSession, dropSession, forgetEverything } from '../../shared/session.ts';
import { readStored } from '../../shared/stored.ts';
import { changeDraft, useDrafts } from './draft.ts';
import { EMPTY_DRAFT, readDrafts } from './model/ticket-draft.ts';

afterEach(forgetEverything);

const typed = { currency: 3, stake: '100', seconds: 60 };

test('each market keeps its own stake and duration, in the browser too', () => {
  changeDraft('3/1', { currency: 3, stake: '100' });
  changeDraft('3/2', { seconds: 30 });
  changeDraft('3/1', { seconds: 60 });
  const drafts = { '3/1': typed, '3/2': { ...EMPTY_DRAFT, seconds: 30 } };
  expect(useDrafts.getState()).toEqual(drafts);
  expect(readDrafts(readStored('ticketDrafts'))).toEqual(drafts);
});

test('logging out empties them, and a session that has run out does not', () => {
  beginSession('a token');
  changeDraft('3/1', typed);
  dropSession();
  expect(useDrafts.getState()).toEqual({ '3/1': typed });
  beginSession('another');
  forgetEverything();
  expect(useDrafts.getState()).toEqual({});
  expect(readStored('ticketDrafts')).toBeUndefined();
});
