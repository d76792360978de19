import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { coinPrice, everyOf, offeredOf, type Release, type Sale } from '../model/sale.ts';
import { useAmounts } from './amounts.ts';

/** The terms of a sale in words. */
export function SaleFacts({ sale }: { readonly sale: Sale }) {
  const t = useTranslate();
  const language = useLanguage();
  const { inCoins, inMoney } = useAmounts(sale);
  const { text, isExact } = coinPrice(sale);
  const release = useReleaseText(sale.release);
  return (
    <Facts>
      <Fact label={t('sale.price')}>{`${isExact ? '' : '≈ '}${inMoney(text)}`}</Fact>
      <Fact label={t('sale.lot')}>
        {t('sale.lotValue', { coins: inCoins(sale.lotSize), money: inMoney(sale.lotPrice) })}
      </Fact>
      <Fact label={t('sale.supply')}>
        {t('sale.lotValue', { coins: inCoins(sale.supply), money: inMoney(offeredOf(sale)) })}
      </Fact>
      <Fact label={t('sale.bounds')}>
        {`${grouped(sale.min, language)} – ${inMoney(sale.max)}`}
      </Fact>
      <Fact label={t('sale.cap')}>{inMoney(sale.cap)}</Fact>
      <Fact label={t('sale.opens')}>{sale.opens}</Fact>
      <Fact label={t('sale.closes')}>{sale.closes}</Fact>
      <Fact label={t('sale.release')}>{release}</Fact>
    </Facts>
  );
}

function useReleaseText({ freePercent, firstMs, instalments, everyMs }: Release): string {
  const t = useTranslate();
  const language = useLanguage();
  if (instalments === 0) return t('sale.releaseAll');
  const { unit, count } = everyOf(everyMs);
  return t('sale.releaseParts', {
    free: freePercent === '0' ? 'no' : 'yes',
    percent: grouped(freePercent, language),
    first: dateAndTime(firstMs),
    count: instalments,
    every: t(`sale.every.${unit}`, { count }),
  });
}
