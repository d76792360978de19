import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { joinSeason, refreshContest } from '../api.ts';
import { PLAY, type Season } from '../model/season.ts';

const LOGIN = '/components/login';

/** Joins a season, after a question. Visitors log in first, and come back. */
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
  const { isBusy, send } = useMoneyCall(joinSeason, {
    onDone: (message) => {
      showToast('success', message);
      onDone();
    },
    onFailed: ({ message }, isAnswered) => {
      showToast('error', message);
      if (isAnswered) onDone();
    },
    refresh: () => refreshContest(client),
  });
  const actions = (
    <>
      <Button onClick={onDone}>{t('action.cancel')}</Button>
      <Button look="accent" isBusy={isBusy} onClick={() => void send({ id: season.id })}>
        {t('contest.join')}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      title={t('contest.joinTitle', { season: season.name })}
      onClose={onDone}
      actions={actions}
    >
      <p>
        {t('contest.joinText', {
          balance: grouped(season.startBalance, language),
          currency: PLAY,
        })}
      </p>
    </Dialog>
  );
}
