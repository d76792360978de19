import { useState } from 'react';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { allBallots } from '../api.ts';
import { areTermsEqual, percentOf, recount, type Recount, type Round } from '../model/round.ts';
import { OptionName } from './option-name.tsx';
import styles from './vote.module.css';

/** The counts, most first; the own ballot; and a recount of all published ones beside the terms. */
export function Result({ round }: { readonly round: Round }) {
  const t = useTranslate();
  const language = useLanguage();
  const { options, turnout, my } = round;
  const most = [...options].sort((one, other) => other.count - one.count);
  const own = options.find(({ number }) => number === my?.option);
  return (
    <>
      <ol className={styles['counts']}>
        {most.map((option) => {
          const percent = percentOf(option.count, turnout);
          return (
            <li key={option.number}>
              <span>
                <OptionName option={option} />
              </span>
              <span>
                {t('vote.count', {
                  count: grouped(String(option.count), language),
                  percent: grouped(percent, language),
                })}
              </span>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles['all']} width="100" height="1" />
                <rect className={styles['part']} width={percent} height="1" />
              </svg>
            </li>
          );
        })}
      </ol>
      {my !== undefined && own !== undefined && (
        <p className={styles['own']}>
          {t('vote.own', { name: own.name })} <code>{my.tracker}</code>
        </p>
      )}
      <Check round={round} />
    </>
  );
}

function Check({ round }: { readonly round: Round }) {
  const t = useTranslate();
  const language = useLanguage();
  const [found, setFound] = useState<Recount & { readonly isHashEqual: boolean | undefined }>();
  const { isBusy, failure, send } = useFormCall(
    async () => ({
      ...recount(round, await allBallots(round.id)),
      isHashEqual: await areTermsEqual(round),
    }),
    { onDone: setFound },
  );
  return (
    <div className={styles['check']}>
      <Button isSmall isBusy={isBusy} onClick={() => void send(undefined)}>
        {t('vote.recount')}
      </Button>
      <FormFailure text={failure?.message} />
      <div role="status">
        {found !== undefined && (
          <p data-true={found.isTrue}>
            {t(found.isTrue ? 'vote.isTrue' : 'vote.isFalse', {
              count: grouped(String(found.ballots), language),
            })}
          </p>
        )}
        {found?.hasOwn !== undefined && (
          <p data-true={found.hasOwn}>{t(found.hasOwn ? 'vote.hasOwn' : 'vote.hasNotOwn')}</p>
        )}
        {found !== undefined && (
          <p data-true={found.isHashEqual}>
            {t(
              found.isHashEqual === undefined
                ? 'terms.hashUnknown'
                : found.isHashEqual
                  ? 'vote.hashEqual'
                  : 'vote.hashNotEqual',
            )}
          </p>
        )}
      </div>
    </div>
  );
}
