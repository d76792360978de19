import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { translate } from './i18n/translate.ts';
import { useSession } from './session.ts';
import { siteLinksQuery, type SiteLink } from './site-api.ts';
import { showToast } from './ui/toasts.ts';

/** The link for this visitor; undefined if it is not set, or not loaded yet. */
export function useSiteAddress(link: SiteLink): string | undefined {
  const { userId, accountNumber } = useSession();
  const { data } = useQuery(siteLinksQuery);
  return data === undefined ? undefined : filledAddress(data[link], { userId, accountNumber });
}

/** The handler of such a link: opens it for this visitor, or shows that it is missing. */
export function useSiteLink(link: SiteLink): () => void {
  const navigate = useNavigate();
  const { userId, accountNumber } = useSession();
  const { data, error, refetch } = useQuery(siteLinksQuery);
  return () => {
    const template = data?.[link];
    if (template === undefined) {
      if (error !== null) showToast('error', error.message);
      void refetch();
      return;
    }
    const address = filledAddress(template, { userId, accountNumber });
    if (address === undefined) showToast('info', translate('nav.noLink'));
    else if (address.startsWith('/')) void navigate(address);
    else open(address, '_blank', 'noopener,noreferrer');
  };
}

interface Visitor {
  readonly userId: string | undefined;
  readonly accountNumber: string | undefined;
}

/**
 * The link with `{id}` and `{name}` replaced by the visitor's, encoded. Undefined if it is empty or
 * has a forbidden target.
 */
export function filledAddress(
  template: string,
  { userId = '', accountNumber = '' }: Visitor,
): string | undefined {
  const address = template
    .trim()
    .replaceAll('{id}', () => encodeURIComponent(userId))
    .replaceAll('{name}', () => encodeURIComponent(accountNumber));
  return /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(address) ? address : undefined;
}

/**
 * The mailbox or phone number of a link that needs another program. Undefined for a page, which a
 * browser opens by itself.
 */
export function addressText(address: string): string | undefined {
  const [, text = ''] = /^(?:mailto|tel):([^?]*)/i.exec(address) ?? [];
  try {
    return decodeURIComponent(text).trim() || undefined;
  } catch {
    return text;
  }
}
