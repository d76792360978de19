import { parseDecimal } from '@meridian/money/decimal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { balancesQuery } from '../../../realtime/account-feed.ts';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshEarn, setAutoSave } from '../api.ts';
import styles from './earn.module.css';
import type { SavingsProduct } from '../model/product.ts';

/**
 * The switch of automatic saving: after each midnight the available balance is saved, except the
 * kept amount.
 */
export function AutoSave({ product }: { readonly product: SavingsProduct }) {
  const t = useTranslate();
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const { send } = useSetting(() => undefined);
  const { id, isAuto, autoKeep: keep, currency } = product;
  return (
    <>
      <Switch
        label={t('earn.auto')}
        isOn={isAuto}
        onChange={(isOn) => {
          if (isOn) setAsking(true);
          else void send({ id, isOn: false, keep: '0' }, { isSetting: true });
        }}
      />
      {isAuto && (
        <p className={styles['note']}>
          {t('earn.autoKeeps', { amount: grouped(keep, language), currency })}
        </p>
      )}
      {isAsking && <AutoDialog product={product} onDone={() => setAsking(false)} />}
    </>
  );
}

function useSetting(onDone: () => void) {
  const client = useQueryClient();
  return useMoneyCall(setAutoSave, {
    onDone: (message) => {
      showToast('success', message);
      onDone();
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshEarn(client),
  });
}

function AutoDialog({
  product: { id, currencyId, currency, decimals },
  onDone,
}: {
  readonly product: SavingsProduct;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { data: balances } = useQuery(balancesQuery);
  const available = balances?.[currencyId]?.available;
  // Nothing is proposed: 0 would move the whole wallet each midnight.
  const [keep, setKeep] = useState('');
  const parsed = parseDecimal(keep, decimals);
  const isAmount = parsed.ok && parsed.units >= 0n;
  const { isBusy, send } = useSetting(onDone);
  return (
    <Dialog
      isOpen
      title={t('earn.auto')}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('action.cancel')}</Button>
          <Button
            look="accent"
            isBusy={isBusy}
            disabled={!isAmount}
            onClick={() => void send({ id, isOn: true, keep }, { isSetting: true })}
          >
            {t('earn.autoConfirm')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <p>{t('earn.autoText')}</p>
        <AmountField
          label={t('earn.autoKeep')}
          unit={currency}
          value={keep}
          decimals={decimals}
          onChange={setKeep}
          hint={t('earn.availableHint', {
            amount: available === undefined ? MISSING : grouped(available, language),
            currency,
          })}
          error={isAmount || keep === '' ? undefined : t('earn.error.amount')}
        />
      </div>
    </Dialog>
  );
}
