import { ALERT_RULES } from '@meridian/contract/alert/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tickerNow, useTicker } from '../../../realtime/tickers.ts';
import { fixed } from '../../../shared/figures.ts';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { PushSwitch } from '../../../shared/push/push-switch.tsx';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { addAlert, refreshAlerts } from '../api.ts';
import { directionTo } from '../model/alert.ts';
import styles from './alert.module.css';
import { AlertList } from './alert-list.tsx';

interface AlertDialogProps {
  readonly market: Market;
  readonly onClose: () => void;
  readonly container?: HTMLElement | null;
}

/** Sets a price alert of a pair, and lists the own ones. */
export function AlertDialog({ market, onClose, container }: AlertDialogProps) {
  const t = useTranslate();
  const hasSession = useSession(({ token }) => token !== undefined);
  const [isOfAll, setOfAll] = useState(false);
  return (
    <Dialog
      isOpen
      title={`${t('alert.title')} · ${market.symbol}`}
      onClose={onClose}
      container={container}
    >
      {hasSession ? (
        <>
          <AlertForm market={market} />
          <PushSwitch label={t('alert.push')} />
          <h3 className={styles['heading']}>
            {isOfAll ? t('alert.all') : t('alert.own', { pair: market.symbol })}
          </h3>
          <AlertList pair={isOfAll ? undefined : market} />
          <Switch label={t('alert.all')} isOn={isOfAll} onChange={setOfAll} />
        </>
      ) : (
        <>
          <p>{t('alert.login')}</p>
          <LoginPrompt />
        </>
      )}
    </Dialog>
  );
}

function AlertForm({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const [price, setPrice] = useState(() => tickerNow(market.key)?.price ?? '');
  const [note, setNote] = useState('');
  const [repeats, setRepeats] = useState(false);
  /** An untouched form, which begins at the last price, is no mistake. */
  const [isTried, setTried] = useState(false);
  const last = useTicker(market.key)?.price ?? '';
  const direction = directionTo(price, last);
  const level = `${fixed(price, market.priceDecimals, { language })} ${market.quote}`;
  const { isBusy, failure, send } = useFormCall(addAlert, {
    onDone: () => {
      showToast('success', t('alert.done', { pair: market.symbol, price: level }));
      setNote('');
      setTried(false);
      return refreshAlerts(client);
    },
  });
  const isPrice = directionTo(price, '0') !== undefined;
  const wrong = t(isPrice && last !== '' ? 'alert.equal' : 'alert.priceMissing');
  const submit = (): void => {
    setTried(true);
    if (direction === undefined) return;
    void send({ pair: market, direction, price, repeats, note: note.trim() });
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NumberField
        label={t('alert.price')}
        unit={market.quote}
        decimals={market.priceDecimals}
        value={price}
        onChange={(typed) => {
          setPrice(typed);
          setTried(true);
        }}
        error={isTried && direction === undefined ? wrong : undefined}
        keepsErrorLine
      />
      <p className={styles['about']} aria-live="polite">
        {direction !== undefined &&
          t(direction === 'rises' ? 'alert.willRise' : 'alert.willFall', {
            pair: market.symbol,
            price: level,
          })}
      </p>
      <Switch label={t('alert.repeats')} isOn={repeats} onChange={setRepeats} />
      {repeats && <p className={styles['about']}>{t('alert.repeatsAbout')}</p>}
      <TextField
        label={t('alert.note')}
        maxLength={ALERT_RULES.noteLetters}
        autoComplete="off"
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('alert.add')}
      </Button>
    </form>
  );
}
