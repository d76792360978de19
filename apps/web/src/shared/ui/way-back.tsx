import { useLocation } from 'react-router';
import { useTranslate } from '../i18n/translate.ts';
import { ButtonLink } from './button-link.tsx';

/** Leads back to where somebody was sent here from, to complete what that asks for. */
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
