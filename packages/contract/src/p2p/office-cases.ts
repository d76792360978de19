import { Type } from 'typebox';
import { CHAT_READERS, CHAT_RULES } from './chat-calls.ts';
import { dealRow } from './office.ts';
import { appealCase, appealRow, dealCase } from './office-appeals.ts';
import { defineCall } from '../schema/call.ts';
import { inOffice, OfficeDone } from '../schema/office-call.ts';
import { Id, Lines, Text, withExamples } from '../schema/scalars.ts';

/** A deal with its steps, chat and appeals, and the messages of customer service in its chat. */

export const officeP2pDeal = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/p2p_deal',
  permission: 'p2p.cases',
  summary:
    'A deal with its two sides, its steps, its chat and its appeals. Opening it is logged. Nobody opens one of their own',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...dealRow,
    ...dealCase,
    appeals: Type.Array(Type.Object({ ...appealRow, ...appealCase }), {
      description: 'newest first',
    }),
  }),
});

export const officeP2pChatSend = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/p2p_chat_send',
  permission: 'p2p.talk',
  change: { free: 'it says something to customers, and moves nothing' },
  summary:
    'Writes into the chat of a deal, to both sides or to one of them, in the frame of customer service. Its readers are told in the inbox. Nobody writes in a deal of their own',
  input: Type.Object({
    id: Id,
    client_id: Text(64, "the client's own name of the message: the same again is one message"),
    to: withExamples(Type.Enum([...CHAT_READERS]), ['both']),
    text: withExamples(Lines(CHAT_RULES.letters), ['Please show the receipt of your bank.']),
  }),
  output: OfficeDone,
});
