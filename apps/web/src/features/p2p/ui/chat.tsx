import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { dateAndTime } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { securityStateQuery } from '../../../shared/step-up/security-api.ts';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { markRead } from '../chat-api.ts';
import { noteChat } from '../shown-chats.ts';
import {
  daysOf,
  firstUnread,
  isSilent,
  lastOwn,
  lastRow,
  otherSide,
  quickReplies,
  stageOf,
  type ChatItem,
  type ChatSide,
  type ChatState,
  type Unsent,
} from '../model/chat.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatBubble, ChatNoteLine, SupportMessage, UnsentBubble } from './chat-message.tsx';
import styles from './chat.module.css';
import { NeutralReference } from './neutral-reference.tsx';
import { useChat } from './use-chat.ts';

const DAY_LETTERS = 10;
/** Distance from the end of the chat within which the list follows new messages. */
const NEAR_END_PX = 80;
const dayOf = (timeMs: number): string => dateAndTime(timeMs).slice(0, DAY_LETTERS);

interface ChatProps {
  readonly deal: number;
  /** The own side. */
  readonly side: ChatSide;
  /** Whether the page still allows messages; the server decides about them besides. */
  readonly canWrite: boolean;
}

/** The chat of a deal, for one of its two sides. */
export function Chat({ deal, side, canWrite }: ChatProps) {
  const t = useTranslate();
  const title = useId();
  const { data, error, refetch, unsent, say, retry, drop } = useChat(deal);
  return (
    <section className={styles['chat']} aria-labelledby={title}>
      <header className={styles['head']}>
        <h2 id={title}>{t('p2p.chat.title')}</h2>
        <NeutralReference deal={deal} />
      </header>
      {data === undefined && error === null && <Skeleton rows={4} height={44} />}
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <Timeline deal={deal} side={side} chat={data} {...{ unsent, retry, drop }} />
          {canWrite && data.canWrite ? (
            <ChatComposer replies={quickReplies(side, stageOf(data.notes))} onSay={say} />
          ) : (
            <p className={styles['closed']}>{t('p2p.chat.closed')}</p>
          )}
        </>
      )}
    </section>
  );
}

interface TimelineProps {
  readonly deal: number;
  readonly side: ChatSide;
  readonly chat: ChatState;
  readonly unsent: readonly Unsent[];
  readonly retry: (message: Unsent) => void;
  readonly drop: (message: Unsent) => void;
}

function Timeline({ deal, side, chat, unsent, retry, drop }: TimelineProps) {
  const t = useTranslate();
  // Messages that were unread when the chat was opened stay marked.
  const [unreadRow] = useState(() => firstUnread(chat.messages, side, chat.read[side]));
  const { data: security } = useQuery(securityStateQuery);
  const { list, content } = useReadingList(deal, side, chat);
  const ownNames = new Set(chat.messages.map(({ clientId }) => clientId));
  const seenRow = chat.read[otherSide(side)];
  const newestOwn = lastOwn(chat.messages, side);
  const shown = (item: ChatItem) => {
    if (item.kind === 'note')
      return <ChatNoteLine key={item.key} note={item.note} side={side} coin={chat.coin} />;
    if (item.kind === 'reply') {
      const { key, author, text, flags, timeMs } = item;
      const said = { text, flags, timeMs };
      return <ChatBubble key={key} isOwn={author === side} isAutomatic {...said} />;
    }
    const { message, key } = item;
    const isOwn = message.author === side;
    return [
      message.row === unreadRow && (
        <li key="unread" className={styles['unread']}>
          {t('p2p.chat.unread')}
        </li>
      ),
      message.author === 'support' ? (
        <SupportMessage key={key} message={message} code={security?.antiPhishingCode} />
      ) : (
        <ChatBubble
          key={key}
          isOwn={isOwn}
          {...message}
          isSeen={message.row === newestOwn ? message.row <= seenRow : undefined}
        />
      ),
    ];
  };
  return (
    // A list that scrolls has to be reachable by keys.
    <div
      ref={list}
      className={styles['log']}
      role="log"
      aria-label={t('p2p.chat.title')}
      tabIndex={0}
    >
      <div ref={content}>
        {isSilent(chat) && unsent.length === 0 && <Empty>{t('p2p.chat.empty')}</Empty>}
        {daysOf(chat, dayOf).map(({ day, items }) => (
          <section key={day} className={styles['day']} aria-label={day}>
            <p className={styles['date']}>
              <time dateTime={day}>{t('p2p.deal.zoned', { time: day })}</time>
            </p>
            <ol className={styles['items']}>{items.map(shown)}</ol>
          </section>
        ))}
        <ol className={styles['items']}>
          {unsent
            .filter(({ clientId }) => !ownNames.has(clientId))
            .map((message) => (
              <UnsentBubble
                key={message.clientId}
                message={message}
                onRetry={() => retry(message)}
                onDrop={() => drop(message)}
              />
            ))}
        </ol>
      </div>
    </div>
  );
}

/** Keeps the end of the list in view, and marks its messages as read there. */
function useReadingList(deal: number, side: ChatSide, chat: ChatState) {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const newest = lastRow(chat.messages);
  useEffect(() => {
    const element = list.current;
    const note = (): void => {
      if (element === null) return;
      const { scrollHeight, scrollTop, clientHeight } = element;
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, []);
  useEffect(() => {
    // Messages come, pictures get their height when they are loaded, the form below grows.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current && list.current !== null)
        list.current.scrollTop = list.current.scrollHeight;
    });
    for (const element of [list.current, content.current])
      if (element !== null) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useReadMarks(list, { deal, newest, read: chat.read[side] });
  useEffect(() => (list.current === null ? undefined : noteChat(deal, list.current)), [deal]);
  return { list, content };
}

interface Marks {
  readonly deal: number;
  /** The newest message, and the last one that the own side has read. */
  readonly newest: number;
  readonly read: number;
}

/**
 * Marks the messages as read that are on the screen: now, or when tab or panel come to the front.
 */
function useReadMarks(list: RefObject<HTMLElement | null>, { deal, newest, read }: Marks): void {
  const client = useQueryClient();
  useEffect(() => {
    let isAsked = false;
    const look = (): void => {
      // A tab in the background, or a panel that is folded away, is not read.
      if (newest <= read || document.hidden || list.current?.offsetParent === null) return;
      if (isAsked) return;
      isAsked = true;
      markRead(client, deal, newest).catch(() => (isAsked = false));
    };
    look();
    document.addEventListener('visibilitychange', look);
    // A panel that is unfolded gets its size.
    const observer = new ResizeObserver(look);
    if (list.current !== null) observer.observe(list.current);
    return () => {
      document.removeEventListener('visibilitychange', look);
      observer.disconnect();
    };
  }, [client, list, deal, newest, read]);
}
