import type { ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useHidden } from '../hidden.ts';

const COVER = '••••••';

/** A figure of the own wealth: covered while the person wants that. */
export function Hidable({ children }: { readonly children: ReactNode }) {
  const t = useTranslate();
  const isHidden = useHidden(({ all }) => all);
  if (!isHidden) return children;
  return (
    <>
      <span aria-hidden="true">{COVER}</span>
      <span className="visually-hidden">{t('wallet.covered')}</span>
    </>
  );
}
