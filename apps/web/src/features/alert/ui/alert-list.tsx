import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ARROWS, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Pair } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { alertsQuery, deleteAlert, refreshAlerts, switchAlert } from '../api.ts';
import type { Alert } from '../model/alert.ts';
import styles from './alert.module.css';

/** Own price alerts, each with a switch and a way to delete it. @param pair of all without */
export function AlertList({ pair }: { readonly pair: Pair | undefined }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(alertsQuery);
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={2} height={48} />
    ) : (
      <Failure message={error.message} onRetry={() => void refetch()} />
    );
  const shown = data.filter(
    ({ baseId, quoteId }) =>
      pair === undefined || (pair.baseId === baseId && pair.quoteId === quoteId),
  );
  if (shown.length === 0) return <Empty>{t('alert.none')}</Empty>;
  return (
    <ul className={styles['list']}>
      {shown.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const after = {
    onError: (reason: Error) => showToast('error', reason.message),
    onSettled: () => refreshAlerts(client),
  };
  const change = useMutation({ mutationFn: switchAlert, ...after });
  const remove = useMutation({ mutationFn: deleteAlert, ...after });
  const { id, direction, isOn, note, repeats, metTime, symbol } = alert;
  const price = grouped(alert.price, language);
  const isUp = direction === 'rises';
  const facts = [
    ...(repeats ? [t('alert.repeats')] : []),
    ...(metTime === '' ? [] : [t('alert.met', { time: metTime })]),
    ...(note === '' ? [] : [note]),
  ];
  return (
    <li data-off={!isOn || undefined}>
      <div>
        <strong>
          {symbol} <span className={isUp ? 'up' : 'down'}>{ARROWS[isUp ? 'up' : 'down']}</span>{' '}
          {t(`alert.${direction}`)} {price}
        </strong>
        {facts.length > 0 && <small>{facts.join(' · ')}</small>}
      </div>
      <Switch
        label={t('alert.on')}
        isOn={isOn}
        isDisabled={change.isPending}
        onChange={(next) => change.mutate({ id, isOn: next })}
      />
      <Button
        isSmall
        look="text"
        isBusy={remove.isPending}
        aria-label={t('alert.deleteOne', { price, pair: symbol })}
        onClick={() => remove.mutate(id)}
      >
        {t('alert.delete')}
      </Button>
    </li>
  );
}
