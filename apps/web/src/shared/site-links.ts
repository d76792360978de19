import type { siteLinks } from '@meridian/contract/site';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from './http/api-call.ts';
import { translate } from './i18n/translate.ts';
import { useSession } from './session.ts';
import { showToast } from './ui/toasts.ts';

const STALE_MS = 300_000;
/** What a link may begin with. Anything else (`javascript:` above all) counts as none. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;
const fetchLinks = apiCall<typeof siteLinks>({ method: 'GET', path: '/api/custorm' });

/** The links that the operator has set: `app_url` and `custorm_url`, '' where one is not set. */
export const siteLinksQuery = queryOptions({ queryKey: ['site-links'], queryFn: ({ signal }) => fetchLinks({}, { signal }), staleTime: STALE_MS });

interface Visitor {
  readonly userId: string | undefined;
  readonly accountNumber: string | undefined;
}

/** A link with `{id}` and `{name}` replaced by user id and account number, encoded; undefined where it leads nowhere. */
export function filledLink(template: string | undefined, { userId = '', accountNumber = '' }: Visitor): string | undefined {
  const link = template?.trim().replaceAll('{id}', encodeURIComponent(userId)).replaceAll('{name}', encodeURIComponent(accountNumber));
  return link !== undefined && LEADS_SOMEWHERE.test(link) ? link : undefined;
}

/** Opens a link of `siteLinksQuery` beside the page, for whoever is logged in. Where there is none, says so. */
export function openSiteLink(template: string | undefined): void {
  const link = filledLink(template, useSession.getState());
  if (link === undefined) showToast('info', translate('nav.noLink'));
  else window.open(link, '_blank', 'noopener');
}
