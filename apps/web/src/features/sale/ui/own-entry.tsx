import { dateAndTime } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { noteOf, type Entry, type Sale } from '../model/sale.ts';
import { useAmounts } from './amounts.ts';
import styles from './sale.module.css';

/** The own commitment to a sale, and its result. */
export function OwnEntry({ sale, entry }: { readonly sale: Sale; readonly entry: Entry }) {
  const t = useTranslate();
  const { inCoins, inMoney } = useAmounts(sale);
  const { state, nextMs } = entry;
  return (
    <section className={styles['own']} aria-label={t('sale.own')}>
      <h3>{t('sale.own')}</h3>
      <Facts>
        <Fact label={t('sale.entry')}>{entry.number}</Fact>
        <Fact label={t('sale.committed')}>{inMoney(entry.committed)}</Fact>
        {state === 'settled' && (
          <>
            <Fact label={t('sale.allotted')}>{inCoins(entry.allotted)}</Fact>
            <Fact label={t('sale.paid')}>{inMoney(entry.paid)}</Fact>
            <Fact label={t('sale.refunded')}>{inMoney(entry.refunded)}</Fact>
            {sale.release.instalments > 0 && (
              <Fact label={t('sale.bound')}>{inCoins(entry.bound)}</Fact>
            )}
            {nextMs > 0 && <Fact label={t('sale.next')}>{dateAndTime(nextMs)}</Fact>}
          </>
        )}
      </Facts>
      <p className={styles['note']}>{t(`sale.entryNote.${noteOf(sale, entry)}`)}</p>
    </section>
  );
}
