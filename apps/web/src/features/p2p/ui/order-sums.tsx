import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { FIAT, type Ad } from '../model/ad.ts';
import { takerSide, type OrderSize } from '../model/order-form.ts';
import styles from './order-dialog.module.css';

/** Price, quantity and total of the order that is sent. */
export function OrderSums({ ad, size }: { readonly ad: Ad; readonly size: OrderSize | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  const side = takerSide(ad);
  const amount = (text: string | undefined, unit: string): string =>
    text === undefined ? MISSING : `${grouped(text, language)} ${unit}`;
  const money = amount(size?.money, FIAT);
  const coins = amount(size?.quantity, ad.coin);
  return (
    <dl className={styles['sums']}>
      <dt>{t('p2p.market.price')}</dt>
      <dd>{amount(ad.price === '' ? undefined : ad.price, FIAT)}</dd>
      <dt>{t(`p2p.market.give.${side}`)}</dt>
      <dd>{side === 'buy' ? money : coins}</dd>
      <dt>{t(`p2p.market.get.${side}`)}</dt>
      <dd>{side === 'buy' ? coins : money}</dd>
    </dl>
  );
}

/** The remark of an ad's owner to its takers. */
export function OrderTerms({ ad: { remark } }: { readonly ad: Ad }) {
  const t = useTranslate();
  if (remark === '') return null;
  return (
    <div className={styles['terms']}>
      <p>{t('p2p.market.remark')}</p>
      <p>{remark}</p>
    </div>
  );
}
