import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { Coin, Side } from '../model/conversion.ts';
import { CoinChoice } from './coin-choice.tsx';
import styles from './convert.module.css';

interface ConvertSideProps {
  readonly coins: readonly Coin[];
  readonly side: Side;
  readonly coin: Coin;
  readonly value: string;
  readonly balance: string | undefined;
  /** The amount that "max" fills in; undefined where there is nothing to give. */
  readonly most: string | undefined;
  readonly error: string | undefined;
  /** An estimate of this amount, while the other one is typed. */
  readonly estimate?: string | undefined;
  readonly onCoin: (id: number) => void;
  readonly onAmount: (value: string) => void;
}

/** The fields of a coin and its amount: the given one, or the received one. */
export function ConvertSide(props: ConvertSideProps) {
  const { coins, side, coin, value, balance, most, error, estimate, onCoin, onAmount } = props;
  const t = useTranslate();
  const language = useLanguage();
  const figure = (plain: string): string => grouped(plain, language);
  return (
    <fieldset className={styles['side']}>
      <legend className="visually-hidden">{t(`convert.side.${side}`)}</legend>
      <CoinChoice
        label={t(`convert.side.${side}`)}
        coins={coins}
        value={coin.id}
        onChange={onCoin}
      />
      <AmountField
        label={t(`convert.amount.${side}`)}
        unit={coin.code}
        decimals={coin.decimals}
        value={value}
        onChange={onAmount}
        error={error}
        keepsHint
        hint={
          estimate === undefined
            ? t('convert.bounds', {
                least: figure(coin.least),
                most: figure(coin.most),
                step: figure(coin.step),
                coin: coin.code,
              })
            : t('convert.estimate', { amount: figure(estimate), coin: coin.code })
        }
        action={
          most !== undefined && (
            <Button look="text" isSmall onClick={() => onAmount(most)}>
              {t('action.max')}
            </Button>
          )
        }
      />
      <p className={styles['balance']}>
        {t('convert.balance', {
          amount: balance === undefined ? MISSING : figure(balance),
          coin: coin.code,
        })}
      </p>
    </fieldset>
  );
}
