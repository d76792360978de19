import { useState } from 'react';
import { useLocation } from 'react-router';
import { isAnswer } from '@meridian/contract/client/api-error';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormCard } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { ServiceContact } from '../../../shared/ui/service-contact.tsx';
import { freezeAccount } from '../freeze-api.ts';

/**
 * The target of a notice's link: "this was not me". Opening it changes nothing; the button freezes
 * the account.
 */
export function FreezePage() {
  const t = useTranslate();
  const token = useLocation().hash.slice(1);
  const [done, setDone] = useState<string>();
  const { isBusy, failure, send } = useFormCall(freezeAccount, { onDone: setDone });
  // Another try of the same link would be refused too.
  const isOver = isAnswer(failure);
  if (done !== undefined) {
    return (
      <FormCard title={t('freeze.done')}>
        <p role="status">{done}</p>
        <ServiceContact look="accent" />
      </FormCard>
    );
  }
  return (
    <FormCard title={t('freeze.title')}>
      <p>{t(token === '' ? 'freeze.incomplete' : 'freeze.about')}</p>
      <FormFailure text={failure?.message} />
      {failure !== undefined && <ServiceContact />}
      {token !== '' && !isOver && (
        <Button look="accent" isWide isBusy={isBusy} onClick={() => void send({ token })}>
          {t('freeze.confirm')}
        </Button>
      )}
    </FormCard>
  );
}
