import { Type, type Static } from 'typebox';
import { OwnMessage } from './calls.ts';
import { Stamp } from '../schema/event.ts';

/**
 * New messages to the owner of the account. Their texts come from the inbox, in the reader's
 * language.
 */
export const MessagesEvent = Type.Object({
  unread: Type.Integer({
    description: 'messages that were not read; 100 stands for a hundred and more',
  }),
  messages: Type.Array(
    Type.Object({
      id: OwnMessage.properties.id,
      kind: OwnMessage.properties.kind,
      topic: OwnMessage.properties.topic,
    }),
  ),
  ...Stamp,
});
export type MessagesEvent = Static<typeof MessagesEvent>;
