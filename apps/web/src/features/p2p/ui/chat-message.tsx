import type { ChatFlag } from '@meridian/contract/p2p/chat-calls';
import { useState } from 'react';
import { grouped, timeOfDay } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useSignedPicture } from '../../../shared/picture/use-signed-picture.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Skeleton } from '../../../shared/ui/states.tsx';
import type { ChatMessage, ChatNote, ChatSide, Unsent } from '../model/chat.ts';
import styles from './chat.module.css';

interface BubbleProps {
  readonly isOwn: boolean;
  readonly text: string;
  readonly picture?: string;
  readonly flags?: readonly ChatFlag[];
  readonly timeMs: number;
  /** Whether it is the automatic reply that the owner of the ad gives to everybody. */
  readonly isAutomatic?: boolean;
  /** Whether the other side has read it; undefined where the bubble does not say so. */
  readonly isSeen?: boolean | undefined;
}

/** A message of one of the two sides. */
export function ChatBubble(props: BubbleProps) {
  const { isOwn, text, picture = '', flags = [], timeMs, isAutomatic = false, isSeen } = props;
  const t = useTranslate();
  return (
    <li className={styles['said']} data-own={isOwn || undefined}>
      <div className={styles['bubble']}>
        <span className="visually-hidden">{t(isOwn ? 'p2p.chat.you' : 'p2p.chat.other')}</span>
        {picture === '' ? <p>{text}</p> : <Thumbnail link={picture} />}
      </div>
      {flags.map((flag) => (
        <p key={flag} className={styles['warning']}>
          {t(`p2p.chat.flag.${flag}`)}
        </p>
      ))}
      <p className={styles['foot']}>
        {isAutomatic && <span>{t('p2p.chat.automatic')}</span>}
        <time dateTime={new Date(timeMs).toISOString()}>{timeOfDay(timeMs)}</time>
        {isSeen !== undefined && <span>{t(isSeen ? 'p2p.chat.seen' : 'p2p.chat.sent')}</span>}
      </p>
    </li>
  );
}

/**
 * A message of customer service. No other author has this frame: the author of a message is never
 * taken from its text, and the anti-phishing code is known to its owner and to customer service
 * alone.
 */
export function SupportMessage({
  message: { text, picture, timeMs, isOnlyOwn },
  code,
}: {
  readonly message: ChatMessage;
  /** The owner's anti-phishing code, '' without one, undefined while it is not known. */
  readonly code: string | undefined;
}) {
  const t = useTranslate();
  return (
    <li className={styles['support']}>
      <p className={styles['supportHead']}>
        <strong>{t('p2p.chat.support')}</strong>
        {code !== undefined && (
          <span>{code === '' ? t('p2p.chat.noCode') : t('p2p.chat.code', { code })}</span>
        )}
      </p>
      {picture === '' ? <p className={styles['text']}>{text}</p> : <Thumbnail link={picture} />}
      <p className={styles['foot']}>
        {isOnlyOwn && <span>{t('p2p.chat.onlyYou')}</span>}
        <time dateTime={new Date(timeMs).toISOString()}>{timeOfDay(timeMs)}</time>
      </p>
    </li>
  );
}

/** A system note in the chat, which tells an event of the deal. */
export function ChatNoteLine({
  note: { code, by, dueMs, toBuyer, timeMs },
  side,
  coin,
}: {
  readonly note: ChatNote;
  readonly side: ChatSide;
  readonly coin: string;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const values = {
    who: by === side ? 'you' : by,
    time: timeOfDay(dueMs),
    coins: `${grouped(toBuyer, language)} ${coin}`,
  };
  return (
    <li className={styles['note']}>
      {t(`p2p.chat.note.${code}`, values)}{' '}
      <time dateTime={new Date(timeMs).toISOString()}>{timeOfDay(timeMs)}</time>
    </li>
  );
}

/** An own message on its way, or one that did not arrive. */
export function UnsentBubble({
  message: { text, picture, failure },
  onRetry,
  onDrop,
}: {
  readonly message: Unsent;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}) {
  const t = useTranslate();
  return (
    <li className={styles['said']} data-own data-unsent>
      <div className={styles['bubble']}>
        <p>{picture === '' ? text : t('p2p.chat.picture')}</p>
      </div>
      {failure === undefined ? (
        <p className={styles['foot']}>{t('p2p.chat.sending')}</p>
      ) : (
        <div className={styles['failed']}>
          <p role="alert">{t('p2p.chat.failed', { why: failure })}</p>
          <Button isSmall onClick={onRetry}>
            {t('action.retry')}
          </Button>
          <Button isSmall onClick={onDrop}>
            {t('p2p.chat.drop')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** A picture in small, which opens in large. */
function Thumbnail({ link }: { readonly link: string }) {
  const t = useTranslate();
  const address = useSignedPicture(link);
  const [isOpen, setOpen] = useState(false);
  if (address === undefined) return <Skeleton rows={1} height={120} />;
  if (address === '') return <p>{t('p2p.chat.pictureGone')}</p>;
  return (
    <>
      <button
        type="button"
        className={styles['thumbnail']}
        aria-label={t('p2p.chat.openPicture')}
        onClick={() => setOpen(true)}
      >
        <img src={address} alt="" />
      </button>
      <Dialog isOpen={isOpen} title={t('p2p.chat.picture')} onClose={() => setOpen(false)}>
        <img className={styles['large']} src={address} alt={t('p2p.chat.picture')} />
      </Dialog>
    </>
  );
}
