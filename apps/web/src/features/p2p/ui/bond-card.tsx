import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall, type MoneyRequest } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { isEnoughBond, type Bond, type Coins } from '../model/trader-page.ts';
import { bondQuery, postBond, returnBond } from '../trader-api.ts';
import styles from './trader.module.css';

/**
 * The own bond as a merchant: the posted amount with a button that returns it, or the required
 * amount with a form that posts it.
 */
export function BondCard() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(bondQuery);
  return (
    <Card title={t('p2p.bond.title')} about={t('p2p.bond.about')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={2} height={48} />
        ) : (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )
      ) : data.posted !== undefined ? (
        <PostedBond bond={data} posted={data.posted} />
      ) : data.wanted.length === 0 ? (
        <Empty>{t('p2p.bond.none')}</Empty>
      ) : (
        <BondForm wanted={data.wanted} />
      )}
    </Card>
  );
}

/** Sends a call about the bond, and reads bond and balances again. */
function useBondCall<Input>(request: MoneyRequest<Input, string>, onEnd: () => void) {
  const client = useQueryClient();
  return useMoneyCall(request, {
    onDone: (message) => {
      showToast('success', message);
      onEnd();
    },
    refresh: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
}

function PostedBond({ bond, posted }: { readonly bond: Bond; readonly posted: Coins }) {
  const t = useTranslate();
  const language = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, send } = useBondCall(returnBond, () => setAsked(false));
  const coins = `${grouped(posted.amount, language)} ${posted.coin}`;
  return (
    <div className={styles['bond']}>
      <p>{t(bond.isMerchant ? 'p2p.bond.merchant' : 'p2p.bond.waiting', { coins })}</p>
      <Button onClick={() => setAsked(true)}>{t('p2p.bond.return')}</Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('p2p.bond.askReturn', { coins })}
        confirmLabel={t('p2p.bond.return')}
        isBusy={isBusy}
        onConfirm={() => void send({})}
        onCancel={() => setAsked(false)}
        fields={<FormFailure text={failure?.message} />}
      >
        <p>{t('p2p.bond.returnAbout')}</p>
      </ConfirmDialog>
    </div>
  );
}

function BondForm({ wanted }: { readonly wanted: readonly Coins[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const [coinId, setCoinId] = useState(wanted[0]?.coinId ?? 0);
  const chosen = wanted.find((each) => each.coinId === coinId) ?? wanted[0];
  const [amount, setAmount] = useState(chosen?.amount ?? '');
  const [isAsked, setAsked] = useState(false);
  const [wasTried, setTried] = useState(false);
  if (chosen === undefined) return null;
  const isEnough = isEnoughBond(amount, chosen);
  const least = t('p2p.bond.least', {
    coins: `${grouped(chosen.amount, language)} ${chosen.coin}`,
  });
  const choose = (name: string): void => {
    setCoinId(Number(name));
    setAmount(wanted.find((each) => String(each.coinId) === name)?.amount ?? '');
  };
  return (
    <form
      className={styles['bond']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        setAsked(isEnough);
      }}
    >
      {wanted.length > 1 && (
        <Segments
          label={t('p2p.bond.coin')}
          size="roomy"
          value={String(chosen.coinId)}
          onChange={choose}
          options={wanted.map((each) => ({ name: String(each.coinId), label: each.coin }))}
        />
      )}
      <AmountField
        label={t('p2p.bond.amount')}
        unit={chosen.coin}
        hint={least}
        error={wasTried && !isEnough ? least : undefined}
        value={amount}
        onChange={setAmount}
      />
      <Button type="submit" look="accent">
        {t('p2p.bond.post')}
      </Button>
      {isAsked && <PostDialog bond={{ ...chosen, amount }} onClose={() => setAsked(false)} />}
    </form>
  );
}

/** Asks before coins are set aside. The server may want the user to prove their identity again. */
function PostDialog({ bond, onClose }: { readonly bond: Coins; readonly onClose: () => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const { isBusy, failure, send } = useBondCall(postBond, onClose);
  const coins = `${grouped(bond.amount, language)} ${bond.coin}`;
  return (
    <ConfirmDialog
      isOpen
      title={t('p2p.bond.askPost', { coins })}
      confirmLabel={t('p2p.bond.post')}
      isBusy={isBusy}
      onConfirm={() => void send({ coin: bond.coinId, amount: bond.amount })}
      onCancel={onClose}
      fields={<FormFailure text={failure?.message} />}
    >
      <p>{t('p2p.bond.postAbout')}</p>
    </ConfirmDialog>
  );
}
