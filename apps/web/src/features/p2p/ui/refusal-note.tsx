import type { ApiError } from '@meridian/contract/client/api-error';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';

/** The pages for a missing verification or missing receipt settings, by the type of the answer. */
const PAGES: Readonly<Record<string, string>> = { '998': '/authentication', '997': '/userSetting' };
const MOVE_AFTER_MS = 500;

/**
 * The reason of a refusal. Where a verification or the receipt settings are missing, their page
 * opens after a moment; from there a link leads back here, to the values that were typed.
 */
export function RefusalNote({ failure }: { readonly failure: ApiError | undefined }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const back = pathname + search;
  const page = failure === undefined ? undefined : PAGES[failure.type];
  useEffect(() => {
    if (failure === undefined || page === undefined) return undefined;
    const timer = setTimeout(() => {
      // The page that opens does not say why.
      showToast('error', failure.message);
      void navigate(page, { state: { back } });
    }, MOVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [failure, page, back, navigate]);
  return failure === undefined ? null : <FormFailure text={failure.message} />;
}
