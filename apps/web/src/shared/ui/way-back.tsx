import { useLocation } from 'react-router';
import { useTranslate } from '../i18n/translate.ts';
import { ButtonLink } from './button-link.tsx';

/** Leads back to the page that sent the user here for a missing entry. */
export function WayBack() {
  const t = useTranslate();
  const { state } = useLocation() as { readonly state: { readonly back?: unknown } | null };
  const back = state?.back;
  if (typeof back !== 'string') return null;
  return (
    <p>
      <ButtonLink isSmall to={back}>
        {t('action.back')}
      </ButtonLink>
    </p>
  );
}
