import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { RadioGroup } from '../../../shared/ui/radio-group.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { castVote, refreshRounds, revokeVote } from '../api.ts';
import type { Round } from '../model/round.ts';
import { OptionName } from './option-name.tsx';
import styles from './vote.module.css';

/**
 * Casting sets the ballot and revoking sets none, so that either may be repeated: a ballot that is
 * cast again counts once, and one that is gone is not revoked.
 */
const BALLOT = { isSetting: true } as const;

/** The own ballot: cast, cast otherwise, taken back. */
export function BallotForm({ round }: { readonly round: Round }) {
  const t = useTranslate();
  const client = useQueryClient();
  const { id, title, options, my } = round;
  const [chosen, setChosen] = useState(my === undefined ? undefined : String(my.option));
  const told = {
    onDone: (message: string) => showToast('success', message),
    refresh: () => refreshRounds(client),
  };
  const cast = useMoneyCall(castVote, told);
  const revoke = useMoneyCall(revokeVote, told);
  const isSame = my !== undefined && chosen === String(my.option);
  return (
    <div className={styles['ballot']}>
      <RadioGroup
        label={title}
        value={chosen}
        onChange={setChosen}
        options={options.map(({ number, name }) => ({
          name: String(number),
          label: name,
          ...(my?.option === number ? { hint: t('vote.yours') } : {}),
        }))}
      />
      {options.some(({ link }) => link !== '') && (
        <p className={styles['links']}>
          {t('vote.read')}
          {options
            .filter(({ link }) => link !== '')
            .map((option) => (
              <OptionName key={option.number} option={option} />
            ))}
        </p>
      )}
      <FormFailure text={(cast.failure ?? revoke.failure)?.message} />
      {cast.failure?.code === 'vote_unverified' && (
        <Link to="/authentication">{t('vote.verify')}</Link>
      )}
      <div className={styles['ways']}>
        <Button
          look="accent"
          isBusy={cast.isBusy}
          disabled={chosen === undefined || isSame}
          onClick={() => void cast.send({ id, option: Number(chosen) }, BALLOT)}
        >
          {my === undefined ? t('vote.cast') : t('vote.change')}
        </Button>
        {my !== undefined && (
          <Button isBusy={revoke.isBusy} onClick={() => void revoke.send({ id }, BALLOT)}>
            {t('vote.revoke')}
          </Button>
        )}
      </div>
      <p className={styles['note']}>{t('vote.rule')}</p>
    </div>
  );
}
