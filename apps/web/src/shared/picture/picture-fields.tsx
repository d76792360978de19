import { useTranslate } from '../i18n/translate.ts';
import { PictureField } from './picture-field.tsx';
import styles from './picture-fields.module.css';
import type { ChosenPictures } from './picture-links.ts';

/** Fields for the pictures of a form, all of which may stay empty. */
export function PictureFields({
  pictures,
  hint,
  isTried,
  onChange,
}: {
  readonly pictures: ChosenPictures;
  readonly hint: string;
  /** Whether the form was submitted: a picture that is on its way says so then. */
  readonly isTried: boolean;
  readonly onChange: (change: (before: ChosenPictures) => ChosenPictures) => void;
}) {
  const t = useTranslate();
  return (
    <div className={styles['pictures']}>
      {pictures.map(({ isSending }, place) => (
        <PictureField
          key={place}
          label={t('picture.numbered', { number: place + 1 })}
          hint={hint}
          error={isTried && isSending ? t('picture.wait') : undefined}
          onChange={(link) => onChange((before) => before.with(place, { link, isSending: false }))}
          onSending={() => onChange((before) => before.with(place, { link: '', isSending: true }))}
          onFailed={() => onChange((before) => before.with(place, { link: '', isSending: false }))}
        />
      ))}
    </div>
  );
}
