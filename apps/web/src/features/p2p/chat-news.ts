import { fetchTexts } from '../../shared/i18n/language.ts';
import { translate } from '../../shared/i18n/translate.ts';
import { showToast } from '../../shared/ui/toasts.ts';
import { fetchNewest } from './chat-api.ts';
import { newsFrom } from './model/chat.ts';
import { isChatInView } from './shown-chats.ts';

/** Tells of a new message of the other side. No event names the author, so a call asks for it. */
export async function tellNews(deal: number, row: number): Promise<void> {
  const { message, isOwn } = await fetchNewest(deal, row);
  const who = message && newsFrom(message, isOwn);
  if (who === undefined || isChatInView(deal)) return;
  // The open page may have fetched fewer texts.
  await fetchTexts('rest');
  showToast('info', translate('p2p.chat.news', { who, id: String(deal) }));
}
