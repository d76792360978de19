import { hash } from 'node:crypto';
import { officeP2pChatSend, officeP2pDeal } from '@meridian/contract/p2p/office-cases';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { appealsOfDeal } from './appeal-queries.ts';
import { Chat } from './chat.ts';
import { wordsOf } from './chat-routes.ts';
import type { Ground } from './ground.ts';
import {
  accountsOf,
  appealCaseOf,
  appealRowOf,
  dealCaseOf,
  requireNoSide,
} from './office-cases.ts';
import { dealRow } from './office-translate.ts';
import { dealById } from './queries.ts';

/**
 * A deal for operators, and the messages of customer service in its chat. Neither call moves a
 * coin, and no role that may write here may rule.
 */
export function registerOfficeCases(gateway: CallRegistry, ground: Ground): void {
  gateway.registerCall(officeP2pDeal, (context) => whole(ground, context));
  gateway.registerCall(officeP2pChatSend, (context) => write(ground, context));
}

async function whole(
  ground: Ground,
  { input: { id }, operator, audit }: CallContext<typeof officeP2pDeal>,
): Promise<CallOutput<typeof officeP2pDeal>> {
  const { live, queries, gate } = ground;
  await gate.reached(live.seq);
  const deal = await dealById(queries, id);
  if (deal === undefined) throw new Refusal('p2p_deal_not_found', { field: 'id' });
  const { buyer, seller } = deal;
  await requireNoSide(queries, operator.operator, deal);
  // Logged before anything is shown.
  await audit({ action: 'p2p.deal', subject: `deal ${id}`, after: { buyer, seller } });
  const { session } = operator;
  const [accounts, appeals] = await Promise.all([
    accountsOf(ground, [buyer, seller]),
    appealsOfDeal(queries, id),
  ]);
  const [ofDeal, ofAppeals] = await Promise.all([
    dealCaseOf(ground, deal, { session, accounts }),
    Promise.all(appeals.map((row) => appealCaseOf(ground, row, session))),
  ]);
  return {
    ...dealRow(live, deal),
    buyer_account: accounts.get(buyer)?.account ?? '',
    seller_account: accounts.get(seller)?.account ?? '',
    ...ofDeal,
    appeals: ofAppeals.map((each, place) => ({
      ...appealRowOf(ground, appeals[place] as (typeof appeals)[number], deal, accounts),
      ...each,
    })),
  };
}

/**
 * The log has the hash of the text: the text itself is personal, and nothing can be erased from the
 * log.
 */
async function write(
  ground: Ground,
  { input, operator, audit, language }: CallContext<typeof officeP2pChatSend>,
): Promise<string> {
  const { id, client_id: clientId, to } = input;
  const text = wordsOf(input.text);
  if (text === '') throw new Refusal('field_missing', { field: 'text' });
  const chats = new Chat(ground);
  const deal = await chats.deal(id);
  if (deal === undefined) throw new Refusal('p2p_deal_not_found', { field: 'id' });
  const { buyer, seller } = deal;
  await requireNoSide(ground.queries, operator.operator, deal);
  await audit({
    action: 'p2p.chat_send',
    subject: `deal ${id}`,
    after: { buyer, seller, to, text_sha256: hash('sha256', text) },
  });
  await chats.writeAsSupport(deal, { operator: operator.operator, to }, { clientId, text });
  return textOf(language, 'answer.done');
}
