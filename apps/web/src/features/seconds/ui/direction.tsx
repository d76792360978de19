import { useTranslate } from '../../../shared/i18n/translate.ts';

/** Up or down: in colour, as an arrow and as a word. */
export function Direction({ isUp }: { readonly isUp: boolean }) {
  const t = useTranslate();
  return (
    <span className={isUp ? 'up' : 'down'}>
      <span aria-hidden="true">{isUp ? '▲ ' : '▼ '}</span>
      {t(isUp ? 'seconds.up' : 'seconds.down')}
    </span>
  );
}
