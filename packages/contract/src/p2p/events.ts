import { Type, type Static } from 'typebox';
import { Stamp } from '../schema/event.ts';
import { P2pDeal } from './calls.ts';
import { chatRead } from './chat-calls.ts';

/** `p2p_deal`: an own deal has changed. Only to the sockets of its two sides. */
export const P2pDealEvent = Type.Object({
  id: P2pDeal.properties.id,
  is_sure: P2pDeal.properties.is_sure,
  version: P2pDeal.properties.version,
  appeal_id: P2pDeal.properties.appeal_id,
  ...Stamp,
});
export type P2pDealEvent = Static<typeof P2pDealEvent>;

/**
 * `p2p_chat`: a message in the chat of an own deal, or one was read. The messages themselves come
 * from the chat, which checks their readers. Only to the sockets of its two sides.
 */
export const P2pChatEvent = Type.Object({
  id: Type.Integer({ description: 'of the deal' }),
  row: Type.Integer({ description: 'the newest message' }),
  ...chatRead.output.properties,
  ...Stamp,
});
export type P2pChatEvent = Static<typeof P2pChatEvent>;
