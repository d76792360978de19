import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { priceOf, type AdValues } from '../model/ad-form.ts';
import { FIAT, type MarketCoin } from '../model/ad.ts';
import { moneyFor } from '../model/fiat.ts';
import { limitsOf, takerSide } from '../model/order-form.ts';
import { shownPrice } from '../model/shown-price.ts';
import styles from './ad-preview.module.css';
import { WayList } from './way-label.tsx';

interface AdPreviewProps {
  readonly values: AdValues;
  readonly coin: MarketCoin;
}

/** The ad as others will see it. */
export function AdPreview({ values, coin }: AdPreviewProps) {
  const t = useTranslate();
  const language = useLanguage();
  const price = priceOf(values, coin.reference);
  const { total, ways, payMinutes, remark } = values;
  const worth = price === undefined ? undefined : moneyFor(total, price, coin.decimals);
  const limits = limitsText(values, coin);
  return (
    <Card title={t('p2p.ad.preview')}>
      <div className={styles['preview']}>
        <p className={styles['price']}>
          <strong>{price === undefined ? MISSING : grouped(shownPrice(price), language)}</strong>{' '}
          {FIAT}
        </p>
        <dl>
          <dt>{t('p2p.ad.quantity')}</dt>
          <dd>{worth === undefined ? MISSING : `${grouped(total, language)} ${coin.code}`}</dd>
          <dt>{t('p2p.ad.limits')}</dt>
          <dd>
            {limits === undefined
              ? MISSING
              : t('p2p.market.range', {
                  least: grouped(limits.least, language),
                  most: grouped(limits.most, language),
                })}
          </dd>
          <dt>{t('p2p.ad.worth')}</dt>
          <dd>{worth === undefined ? MISSING : `${grouped(worth, language)} ${FIAT}`}</dd>
          <dt>{t('acceptor.way')}</dt>
          <dd>{ways.length === 0 ? MISSING : <WayList ways={ways} />}</dd>
          <dt>{t('p2p.ad.payMinutes')}</dt>
          <dd>{t('p2p.ad.minutes', { minutes: Number(payMinutes) })}</dd>
        </dl>
        {remark.trim() !== '' && <p className={styles['remark']}>{remark}</p>}
        <span className={styles['button']} data-side={takerSide(values)}>
          {t(`p2p.market.take.${takerSide(values)}`, { coin: coin.code })}
        </span>
      </div>
    </Card>
  );
}

/** CNY of one deal, of the ad's limits and the coin's; undefined while they are not known. */
function limitsText(
  values: AdValues,
  coin: MarketCoin,
): { readonly least: string; readonly most: string } | undefined {
  const { total, min, max } = values;
  const price = priceOf(values, coin.reference);
  if (price === undefined) return undefined;
  const ad = { price, surplus: total, min: min === '' ? '0' : min, max: max === '' ? total : max };
  const limits = limitsOf(ad, coin);
  return limits && { least: limits.least.money, most: limits.most.money };
}
