import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PICTURE_ACCEPT } from '../../../shared/picture/picture-rules.ts';
import { usePicture } from '../../../shared/picture/use-picture.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { MESSAGE_LETTERS, type QuickReply, type Unsent } from '../model/chat.ts';
import styles from './chat.module.css';

interface ComposerProps {
  readonly replies: readonly QuickReply[];
  readonly onSay: (content: Pick<Unsent, 'text' | 'picture'>) => void;
}

/** Where a message is written: a text, or a picture. Enter sends, Shift and Enter break a line. */
export function ChatComposer({ replies, onSay }: ComposerProps) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [picture, setPicture] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const chosen = usePicture(setPicture);
  const hasPicture = chosen.preview !== undefined;
  const canSend = hasPicture ? picture !== '' : text.trim() !== '';
  const submit = (): void => {
    if (!canSend) return;
    onSay(hasPicture ? { text: '', picture } : { text: text.trim(), picture: '' });
    if (hasPicture) chosen.remove();
    else setText('');
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    // While letters are composed, Enter chooses among them.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const propose = (reply: QuickReply): void => {
    setText(t(`p2p.chat.quick.${reply}`));
    field.current?.focus();
  };
  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {replies.length > 0 && (
        <ul className={styles['replies']} aria-label={t('p2p.chat.quickReplies')}>
          {replies.map((reply) => (
            <li key={reply}>
              <Button isSmall onClick={() => propose(reply)}>
                {t(`p2p.chat.quick.${reply}`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ChosenPicture picture={chosen} />
      <div className={styles['line']}>
        <AttachButton onFile={chosen.take} />
        <textarea
          ref={field}
          rows={2}
          maxLength={MESSAGE_LETTERS}
          value={text}
          disabled={hasPicture}
          aria-label={t('p2p.chat.message')}
          placeholder={t('p2p.chat.placeholder')}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKey}
        />
        <Button type="submit" look="accent" disabled={!canSend}>
          {t('p2p.chat.send')}
        </Button>
      </div>
      <p className={styles['hint']}>{t('p2p.chat.care')}</p>
    </form>
  );
}

/** The picture that goes out next, while it is uploaded too. */
function ChosenPicture({
  picture: { preview, share, failure, retry, remove },
}: {
  readonly picture: ReturnType<typeof usePicture>;
}) {
  const t = useTranslate();
  return (
    <>
      {preview !== undefined && (
        <div className={styles['chosen']}>
          <img src={preview} alt={t('p2p.chat.picture')} />
          {share !== undefined && (
            <progress value={share} max={1} aria-label={t('p2p.chat.sending')} />
          )}
          {failure !== undefined && retry !== undefined && (
            <Button isSmall onClick={retry}>
              {t('action.retry')}
            </Button>
          )}
          <Button isSmall onClick={remove}>
            {t('picture.remove')}
          </Button>
        </div>
      )}
      {failure !== undefined && (
        <p role="alert" className={styles['error']}>
          {failure}
        </p>
      )}
    </>
  );
}

function AttachButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useTranslate();
  return (
    <label className={styles['attach']} title={t('p2p.chat.attach')}>
      <span className="visually-hidden">{t('p2p.chat.attach')}</span>
      <input
        type="file"
        className="visually-hidden"
        accept={PICTURE_ACCEPT}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Without a reset, choosing the same file again fires no event.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M3 4.5h14v11H3zM3 13l4-4 3.5 3.5L13 10l4 4M12.8 7.6h.01"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </label>
  );
}
