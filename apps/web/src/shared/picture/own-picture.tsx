import { useTranslate } from '../i18n/translate.ts';
import { Skeleton } from '../ui/states.tsx';
import styles from './own-picture.module.css';
import { useSignedPicture } from './use-signed-picture.ts';

/** A small picture of one that a signed link opens, which leads to it. */
export function OwnPicture({ link, name }: { readonly link: string; readonly name: string }) {
  const t = useTranslate();
  const address = useSignedPicture(link);
  if (address === undefined) return <Skeleton rows={1} height={64} />;
  if (address === '') return <p>{t('picture.gone', { name })}</p>;
  return (
    <a className={styles['link']} href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={name} />
    </a>
  );
}
