import { useInfiniteQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ADS_POLL_MS, adsQuery } from '../api.ts';
import { FIAT, type Ad, type MarketCoin } from '../model/ad.ts';
import { offeredSide, type MarketChoice } from '../model/market-choice.ts';
import { sizeOf } from '../model/order-form.ts';
import { shownPrice } from '../model/shown-price.ts';
import { AdAction } from './ad-action.tsx';
import styles from './best-offer.module.css';

interface BestOfferProps {
  readonly choice: MarketChoice;
  readonly coin: MarketCoin;
  readonly onTake: (ad: Ad) => void;
}

/** The best ad that the viewer can take for the typed amount, with the button that takes it. */
export function BestOffer({ choice, coin, onTake }: BestOfferProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { side, money, way } = choice;
  const { data } = useInfiniteQuery({
    ...adsQuery({
      side: offeredSide(choice),
      coin: coin.id,
      money,
      way,
      isTakeable: true,
      code: '',
    }),
    enabled: money !== '',
    refetchInterval: ADS_POLL_MS,
  });
  const ad = data?.pages[0]?.ads[0];
  const size = ad && sizeOf({ amount: money, unit: 'money' }, ad, coin);
  return (
    <section className={styles['offer']} aria-label={t('p2p.market.best')}>
      <h2>{t('p2p.market.best')}</h2>
      {money === '' ? (
        <p>{t(`p2p.market.bestAbout.${side}`, { coin: coin.code })}</p>
      ) : ad === undefined || size === undefined ? (
        <p aria-busy={data === undefined || undefined}>
          {t(data === undefined ? 'state.loading' : 'p2p.market.noBest')}
        </p>
      ) : (
        <>
          <p>
            {t(`p2p.market.bestIs.${side}`, {
              quantity: `${grouped(size.quantity, language)} ${coin.code}`,
              money: `${grouped(size.money, language)} ${FIAT}`,
              price: `${grouped(shownPrice(ad.price), language)} ${FIAT}`,
              name: ad.traderName,
            })}
          </p>
          <AdAction ad={ad} onTake={() => onTake(ad)} />
        </>
      )}
    </section>
  );
}
