import type { Ref } from 'react';
import { Link } from 'react-router';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { FIAT, type Ad, type MarketCoin } from '../model/ad.ts';
import {
  decimalsOfUnit,
  inOtherUnit,
  limitsOf,
  mostOf,
  takerSide,
  type OrderError,
  type OrderInputs,
  type OrderSize,
  type Unit,
} from '../model/order-form.ts';
import styles from './order-dialog.module.css';

interface OrderAmountProps {
  readonly ad: Ad;
  readonly coin: MarketCoin;
  readonly inputs: OrderInputs;
  readonly size: OrderSize | undefined;
  /** Coins of the wallet that a sale takes; undefined for a purchase. */
  readonly available: string | undefined;
  readonly error: OrderError | undefined;
  readonly ref: Ref<HTMLInputElement>;
  readonly onChange: (change: Partial<OrderInputs>) => void;
}

/** The amount of an order, in CNY or in the coin, with the limits in the same unit. */
export function OrderAmount(props: OrderAmountProps) {
  const { ad, coin, inputs, size, available, error, ref, onChange } = props;
  const t = useTranslate();
  const language = useLanguage();
  const { unit } = inputs;
  const limits = limitsOf(ad, coin);
  const side = takerSide(ad);
  const name = unit === 'money' ? FIAT : ad.coin;
  const inUnit = ({ money, quantity }: OrderSize): string =>
    `${grouped(unit === 'money' ? money : quantity, language)} ${name}`;
  const most = mostOf(unit, ad, { coin, available });
  return (
    <div className={styles['field']}>
      <div className={styles['caption']}>
        <Segments<Unit>
          label={t('p2p.market.unit')}
          value={unit}
          onChange={(next) => onChange({ unit: next, amount: inOtherUnit(inputs, next, size) })}
          options={[
            { name: 'money', label: FIAT },
            { name: 'coin', label: ad.coin },
          ]}
        />
        {side === 'sell' && (
          <span>
            {t('p2p.market.inWallet', {
              amount: available === undefined ? MISSING : grouped(available, language),
              coin: ad.coin,
            })}{' '}
            <Link to={`/transfer?to=legal&currency=${ad.coinId}`}>{t('assets.transfer')}</Link>
          </span>
        )}
      </div>
      <AmountField
        ref={ref}
        label={t(
          unit === 'money' ? `p2p.market.amountMoney.${side}` : `p2p.market.amountCoin.${side}`,
        )}
        unit={name}
        decimals={decimalsOfUnit(unit, coin)}
        value={inputs.amount}
        onChange={(amount) => onChange({ amount })}
        hint={
          limits &&
          t('p2p.market.between', { least: inUnit(limits.least), most: inUnit(limits.most) })
        }
        error={error && t(error.id, boundIn(error, inUnit))}
        action={
          <Button
            look="text"
            isSmall
            disabled={most === undefined}
            onClick={() => most !== undefined && onChange(most)}
          >
            {t('p2p.market.most')}
          </Button>
        }
      />
    </div>
  );
}

/** The bound that an error names, in the unit that is typed. */
function boundIn(
  { at }: OrderError,
  inUnit: (size: OrderSize) => string,
): { amount: string } | undefined {
  return at && { amount: inUnit(at) };
}
