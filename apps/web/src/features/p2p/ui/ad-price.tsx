import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import {
  isResting,
  OFFSET_DECIMALS,
  priceOf,
  type OffsetSide,
  type PriceKind,
} from '../model/ad-form.ts';
import { FIAT } from '../model/ad.ts';
import { PRICE_DECIMALS } from '../model/fiat.ts';
import { AdAmount, type AdPart } from './ad-field.tsx';
import styles from './ad-form.module.css';
import { useFiatPrice } from './use-fiat-price.ts';

const KINDS: readonly PriceKind[] = ['fixed', 'floating'];
const OFFSET_SIDES: readonly OffsetSide[] = ['above', 'below'];

/** The price: fixed, or floating around the reference within bounds. */
export function AdPrice({ form, values, coin }: AdPart) {
  const t = useTranslate();
  const { reference } = coin;
  const inFiat = useFiatPrice();
  return (
    <fieldset className={styles['group']}>
      <legend>{t('p2p.market.price')}</legend>
      <Segments
        label={t('p2p.ad.priceKind')}
        size="roomy"
        value={values.priceKind}
        onChange={(kind) => form.setValue('priceKind', kind)}
        options={KINDS.map((name) => ({ name, label: t(`p2p.ad.priceKind.${name}`) }))}
      />
      {values.priceKind === 'fixed' ? (
        <AdAmount
          form={form}
          name="price"
          label={t('p2p.ad.priceOf', { coin: coin.code })}
          unit={FIAT}
          decimals={PRICE_DECIMALS}
          hint={t('p2p.ad.reference', { price: inFiat(reference) })}
          keepsHint
        />
      ) : (
        <FloatingPrice form={form} values={values} coin={coin} />
      )}
      <p className={styles['now']} aria-live="polite">
        <span>{t('p2p.ad.priceNow')}</span>
        <strong>{inFiat(priceOf(values, reference))}</strong>
      </p>
      {isResting(values, reference) && <p className={styles['warn']}>{t('p2p.ad.rests')}</p>}
    </fieldset>
  );
}

function FloatingPrice({ form, values, coin }: AdPart) {
  const t = useTranslate();
  const inFiat = useFiatPrice();
  return (
    <>
      <Segments
        label={t('p2p.ad.offsetSide')}
        size="roomy"
        value={values.offsetSide}
        onChange={(side) => form.setValue('offsetSide', side)}
        options={OFFSET_SIDES.map((name) => ({ name, label: t(`p2p.ad.offsetSide.${name}`) }))}
      />
      <div className={styles['pair']}>
        <AdAmount
          form={form}
          name="offset"
          label={t('p2p.ad.offset')}
          unit="%"
          decimals={OFFSET_DECIMALS}
          hint={t('p2p.ad.reference', { price: inFiat(coin.reference) })}
          keepsHint
        />
        <AdAmount
          form={form}
          name="minPrice"
          label={t('p2p.ad.minPrice')}
          unit={FIAT}
          decimals={PRICE_DECIMALS}
        />
        <AdAmount
          form={form}
          name="maxPrice"
          label={t('p2p.ad.maxPrice')}
          unit={FIAT}
          decimals={PRICE_DECIMALS}
        />
      </div>
      <p className={styles['note']}>{t('p2p.ad.boundsAbout')}</p>
    </>
  );
}
