import type { ApiError } from '@meridian/contract/client/api-error';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';

/** The pages that bring what is missing, by the type of the answer. */
const PAGES: Readonly<Record<string, string>> = { '998': '/authentication', '997': '/userSetting' };
const MOVE_AFTER_MS = 500;

/**
 * Why a call was refused. Where something is missing, the page that brings it opens after a moment;
 * from there a link leads back here, and what was typed is still there.
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
