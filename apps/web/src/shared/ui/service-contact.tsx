import { useTranslate } from '../i18n/translate.ts';
import { addressText, useSiteAddress, useSiteLink } from '../site-links.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './service-contact.module.css';

/**
 * The link to customer service for users who cannot log in. A link to a mailbox needs a mail
 * program, so its address is below the button.
 */
export function ServiceContact({ look }: { readonly look?: 'accent' }) {
  const t = useTranslate();
  const open = useSiteLink('service');
  const address = useSiteAddress('service');
  const text = address === undefined ? undefined : addressText(address);
  return (
    <div className={styles['contact']}>
      <Button {...(look === undefined ? {} : { look })} isWide onClick={open}>
        {t('nav.service')}
      </Button>
      {text !== undefined && (
        <p className={styles['address']}>
          <span>{text}</span>
          <CopyButton value={text} what={t('nav.service')} />
        </p>
      )}
    </div>
  );
}
