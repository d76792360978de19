import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { dustQuery, refreshConvert, sweepDust } from '../api.ts';
import type { Coin, Dust } from '../model/conversion.ts';
import { totalOf } from '../model/convert-form.ts';
import { CoinChoice } from './coin-choice.tsx';
import styles from './convert.module.css';

/**
 * Small balances, each with the amount that it converts to; the chosen ones are converted at once.
 */
export function DustCard({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const [chosen, setChosen] = useState(coins[0]?.id ?? 0);
  const to = coins.find(({ id }) => id === chosen) ?? (coins[0] as Coin);
  const { data, error, refetch } = useQuery(dustQuery(to.id));
  return (
    <div className={styles['form']}>
      <CoinChoice label={t('convert.dust.into')} coins={coins} value={to.id} onChange={setChosen} />
      {!isLoggedIn ? (
        <LoginPrompt />
      ) : data !== undefined ? (
        <DustForm key={to.id} to={to} {...data} />
      ) : error === null ? (
        <Skeleton rows={4} height={44} />
      ) : (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function DustForm({
  to,
  dust,
  most,
  mostCode,
}: {
  readonly to: Coin;
  readonly dust: readonly Dust[];
  readonly most: string;
  readonly mostCode: string;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const [left, setLeft] = useState<readonly number[]>([]);
  const { isBusy, failure, send } = useMoneyCall(sweepDust, {
    onDone: ({ message }) => showToast('success', message),
    refresh: () => refreshConvert(client),
  });
  const chosen = dust.filter(({ id }) => !left.includes(id));
  const { total, least } = totalOf(chosen, to.decimals);
  const inCoin = (plain: string, code: string): string => `${grouped(plain, language)} ${code}`;
  const bound = inCoin(most, mostCode);
  if (dust.length === 0) return <Empty>{t('convert.dust.none', { amount: bound })}</Empty>;
  return (
    <>
      <p className={styles['note']}>{t('convert.dust.bound', { amount: bound })}</p>
      <ul className={styles['dust']}>
        {dust.map(({ id, code, amount, brings }) => (
          <li key={id}>
            <Checkbox
              isChecked={!left.includes(id)}
              onChange={(isChecked) =>
                setLeft(isChecked ? left.filter((each) => each !== id) : [...left, id])
              }
            >
              {inCoin(amount, code)}
            </Checkbox>
            <span>{t('convert.dust.brings', { amount: inCoin(brings, to.code) })}</span>
          </li>
        ))}
      </ul>
      <dl className={styles['facts']}>
        <dt>{t('convert.dust.total')}</dt>
        <dd>{inCoin(total, to.code)}</dd>
        <dt>{t('convert.dust.least')}</dt>
        <dd>{inCoin(least, to.code)}</dd>
      </dl>
      <FormFailure text={failure?.message} />
      <Button
        look="accent"
        isWide
        isBusy={isBusy}
        disabled={chosen.length === 0}
        onClick={() => void send({ to: to.id, coins: chosen.map(({ id }) => id), least })}
      >
        {t('convert.dust.sweep', { count: chosen.length })}
      </Button>
    </>
  );
}
