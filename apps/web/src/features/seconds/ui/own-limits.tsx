import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { limitsQuery } from '../limits-api.ts';
import { limitNotice } from '../model/own-limits.ts';
import type { PayableCurrency } from '../model/ticket.ts';
import { LimitsDialog } from './later.ts';

/** The text about the own limit that refuses a ticket; undefined where none does. */
export function useLimitNotice(
  currency: PayableCurrency,
  { cost, isLoggedIn }: { readonly cost: string | undefined; readonly isLoggedIn: boolean },
): string | undefined {
  const t = useTranslate();
  const language = useLanguage();
  const { data } = useQuery({ ...limitsQuery, enabled: isLoggedIn });
  const notice = isLoggedIn ? limitNotice(data, { currency: currency.id, cost }) : undefined;
  return (
    notice &&
    t(notice.id, {
      time: dateAndTime(notice.untilMs),
      left: grouped(notice.left ?? '0', language),
      currency: currency.name,
    })
  );
}

/** Opens the own limits, those of the currency first. */
export function LimitsButton({ currency }: { readonly currency: number }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        {t('seconds.limits')}
      </Button>
      {isOpen && (
        <Suspense>
          <LimitsDialog currency={currency} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
