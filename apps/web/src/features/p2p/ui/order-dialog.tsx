import type { ApiError } from '@meridian/contract/client/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useWallets } from '../../../realtime/wallets.ts';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { takeAd } from '../api.ts';
import { FIAT, type Ad, type MarketCoin, type Side } from '../model/ad.ts';
import {
  agreedPrice,
  orderError,
  sizeOf,
  takerSide,
  type OrderInputs,
} from '../model/order-form.ts';
import { OrderAmount } from './order-amount.tsx';
import styles from './order-dialog.module.css';
import { OrderSums, OrderTerms } from './order-sums.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { TraderCell } from './trader-cell.tsx';
import { useOwnWays } from './use-own-ways.ts';
import { WayChoice } from './way-choice.tsx';

interface OrderDialogProps {
  /** As it is now. */
  readonly ad: Ad;
  readonly coin: MarketCoin;
  /** CNY to begin with, '' for none. */
  readonly money: string;
  /** Of a private ad, otherwise ''. */
  readonly code: string;
  readonly onClose: () => void;
}

/** Takes an ad. The price that is shown is the worst one that is accepted. */
export function OrderDialog({ ad: newest, coin, money, code, onClose }: OrderDialogProps) {
  const t = useTranslate();
  const [agreed, setAgreed] = useState(newest.price);
  const price = agreedPrice(newest, agreed);
  const ad = { ...newest, price };
  const side = takerSide(ad);
  const ways = useOwnWays(ad);
  const available = useAvailable(ad);
  const [typed, setTyped] = useState<OrderInputs>({ amount: money, unit: 'money', way: undefined });
  const [wasTried, setTried] = useState(false);
  const inputs = { ...typed, way: typed.way ?? ways.find(({ isUsable }) => isUsable)?.way };
  const size = sizeOf(inputs, ad, coin);
  const error = orderError(inputs, ad, { coin, available });
  const [form, amount] = [useId(), useRef<HTMLInputElement>(null)];
  const { isBusy, failure, send } = useOrderCall();
  const submit = (): void => {
    setTried(true);
    // The button stays at the foot: the field may be out of sight.
    if (error?.field === 'amount') amount.current?.focus();
    if (error !== undefined || size === undefined || inputs.way === undefined) return;
    void send({ ad: ad.id, quantity: size.quantity, price, way: inputs.way, code });
  };
  const isStale = newest.price !== price;
  return (
    <Dialog
      isOpen
      title={t(`p2p.market.take.${side}`, { coin: ad.coin })}
      onClose={onClose}
      actions={
        <Foot {...{ form, side, isBusy, isStale, failure }} coin={ad.coin}>
          {isStale && <NewPrice price={newest.price} onAccept={() => setAgreed(newest.price)} />}
        </Foot>
      }
    >
      <form
        id={form}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TraderCell ad={ad} />
        <OrderTerms ad={ad} />
        <OrderAmount
          {...{ ad, coin, inputs, size, available }}
          ref={amount}
          error={wasTried && error?.field === 'amount' ? error : undefined}
          onChange={(change) => setTyped({ ...typed, ...change })}
        />
        <WayChoice
          side={side}
          ways={ways}
          value={inputs.way}
          hasError={wasTried && error?.field === 'way'}
          onChange={(way) => setTyped({ ...typed, way })}
        />
        <OrderSums ad={ad} size={size} />
        <p className={styles['note']}>{t(`p2p.market.note.${side}`, { minutes: ad.payMinutes })}</p>
      </form>
    </Dialog>
  );
}

/** Takes the ad, and leads to the order. Back from there is the market, without the dialog. */
function useOrderCall() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMoneyCall(takeAd, {
    onDone: ({ id }) => void navigate(`/c2cOrder?id=${id}`, { replace: true }),
    refresh: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
}

interface FootProps {
  /** The id of the form that it sends. */
  readonly form: string;
  readonly side: Side;
  readonly coin: string;
  readonly isBusy: boolean;
  readonly isStale: boolean;
  readonly failure: ApiError | undefined;
  readonly children: ReactNode;
}

/** The button of the order, with the notes that stop it, in sight however long the dialog is. */
function Foot({ form, side, coin, isBusy, isStale, failure, children }: FootProps) {
  const t = useTranslate();
  return (
    <div className={styles['foot']}>
      {children}
      <RefusalNote failure={failure} />
      <Button
        type="submit"
        form={form}
        look={side === 'buy' ? 'up' : 'down'}
        isWide
        isBusy={isBusy}
        disabled={isStale}
      >
        {t(`p2p.market.take.${side}`, { coin })}
      </Button>
    </div>
  );
}

/** Coins that a sale can take: those of the P2P wallet. Undefined for a purchase. */
function useAvailable(ad: Ad): string | undefined {
  const { data } = useWallets();
  if (takerSide(ad) === 'buy') return undefined;
  return data?.currencies.find(({ currency }) => currency === ad.coinId)?.wallets.p2p.available;
}

/** The price has moved while the dialog was open: nothing is sent before it is accepted. */
function NewPrice({ price, onAccept }: { readonly price: string; readonly onAccept: () => void }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={styles['moved']} role="alert">
      {price === '' ? (
        <p>{t('p2p.market.rests')}</p>
      ) : (
        <>
          <p>{t('p2p.market.moved', { price: `${grouped(price, language)} ${FIAT}` })}</p>
          <Button isSmall onClick={onAccept}>
            {t('p2p.market.acceptPrice')}
          </Button>
        </>
      )}
    </div>
  );
}
