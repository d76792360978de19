import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { isUnreachable } from '../../../shared/http/api-error.ts';
import { newIdempotencyKey } from '../../../shared/http/idempotency-key.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { joinSeason, refreshContest } from '../api.ts';
import { PLAY, type Season } from '../model/season.ts';

const LOGIN = '/components/login';

/** The way into a season: asks first. Who is not logged in does that, and comes back. */
export function JoinButton({ season }: { readonly season: Season }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const [isAsking, setAsking] = useState(false);
  const join = (): void => {
    if (isLoggedIn) setAsking(true);
    else void navigate(LOGIN, { state: { from: pathname + search } });
  };
  return (
    <>
      <Button look="accent" onClick={join}>
        {t(isLoggedIn ? 'contest.join' : 'contest.loginToJoin')}
      </Button>
      {isAsking && <Question season={season} onDone={() => setAsking(false)} />}
    </>
  );
}

function Question({ season, onDone }: { readonly season: Season; readonly onDone: () => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const key = useRef(newIdempotencyKey());
  const { isPending, mutate } = useMutation({
    mutationFn: () => joinSeason({ id: season.id }, { idempotencyKey: key.current }),
    onSuccess: (message) => {
      showToast('success', message);
      onDone();
    },
    onError: (error) => {
      showToast('error', error.message);
      // What may have arrived is sent again under the same key.
      if (!isUnreachable(error)) onDone();
    },
    onSettled: () => refreshContest(client),
  });
  const actions = (
    <>
      <Button onClick={onDone}>{t('action.cancel')}</Button>
      <Button look="accent" isBusy={isPending} onClick={() => mutate()}>
        {t('contest.join')}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={t('contest.joinTitle', { season: season.name })} onClose={onDone} actions={actions}>
      <p>{t('contest.joinText', { balance: grouped(season.start_balance, language), currency: PLAY })}</p>
    </Dialog>
  );
}
