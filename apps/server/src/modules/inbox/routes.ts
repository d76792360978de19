import {
  messageSettings,
  messageSettingSave,
  messagesRead,
  messagesUnread,
  userMessages,
} from '@meridian/contract/inbox/calls';
import { Refusal } from '../../gateway/refusal.ts';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { markRead, messagesOf, saveSetting, settingsOf, unreadOf } from './queries.ts';

/** Notifications of the owner of an account, and their read marks. */
export function registerInboxRoutes(
  gateway: CallRegistry,
  services: { readonly queries: Queries; readonly live: LiveView },
): void {
  const { queries, live } = services;
  const gate = new ProjectionGate(queries);
  gateway.registerCall(userMessages, async ({ session: { user }, input, language }) => {
    await gate.reached(live.seq);
    const page = input.page ?? 1;
    const list = await messagesOf(
      services,
      { user, page, topic: input.topic, isUnread: input.unread === '1' },
      language,
    );
    return { list, page, unread: await unreadOf(queries, user) };
  });
  gateway.registerCall(messagesUnread, async ({ session: { user } }) => ({
    unread: await unreadOf(queries, user),
  }));
  gateway.registerCall(messagesRead, async ({ session: { user }, input }) => {
    if (input.id === undefined && input.up_to === undefined)
      throw new Refusal('field_missing', { field: 'up_to' });
    await markRead(queries, user, { id: input.id, upTo: input.up_to });
    return { unread: await unreadOf(queries, user) };
  });
  gateway.registerCall(messageSettings, ({ session: { user } }) => settingsOf(queries, user));
  gateway.registerCall(
    messageSettingSave,
    async ({ session: { user }, input: { topic, mail, push } }) => {
      if (mail === undefined && push === undefined)
        throw new Refusal('field_missing', { field: 'push' });
      const isOn = (choice: typeof mail) => (choice === undefined ? undefined : choice === '1');
      await saveSetting(queries, user, { topic, mail: isOn(mail), push: isOn(push) });
      return settingsOf(queries, user);
    },
  );
}
