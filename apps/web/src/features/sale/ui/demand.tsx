import { useQueryClient } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { refreshSales } from '../api.ts';
import { demandFactor, offeredOf, percentOfOffered, type Sale } from '../model/sale.ts';
import { useAmounts } from './amounts.ts';
import styles from './sale.module.css';

/** The demand for a sale beside the offered amount, the number of its buyers, and the time left. */
export function Demand({ sale }: { readonly sale: Sale }) {
  const t = useTranslate();
  const language = useLanguage();
  const { inCoins, inMoney } = useAmounts(sale);
  const { state, kind, people, sold } = sale;
  const rounded = grouped(demandFactor(sale), language);
  const factor = rounded === '0' && people > 0 ? `< ${grouped('0.01', language)}` : rounded;
  return (
    <div className={styles['demand']}>
      {state !== 'announced' && (
        <p className={styles['figure']}>
          <strong>{inMoney(sale.committed)}</strong>
          <span>{t('sale.committedOf', { offered: inMoney(offeredOf(sale)) })}</span>
        </p>
      )}
      {state !== 'announced' && <Bar sale={sale} />}
      <Facts>
        {kind === 'crowd' && <Fact label={t('sale.target')}>{inMoney(sale.target)}</Fact>}
        {kind === 'crowd' && state !== 'announced' && (
          <Fact label={t('sale.counted')}>{inMoney(sale.demanded)}</Fact>
        )}
        {state !== 'announced' && (
          <>
            <Fact label={t('sale.demand')}>{t('sale.factor', { factor })}</Fact>
            <Fact label={t('sale.people')}>{grouped(String(people), language)}</Fact>
          </>
        )}
        {sold !== '0' && (
          <Fact label={t('sale.sold')}>
            {t('sale.lotValue', { coins: inCoins(sold), money: inMoney(sale.paid) })}
          </Fact>
        )}
        <TimeLeft sale={sale} />
      </Facts>
      {kind === 'crowd' && (state === 'announced' || state === 'open') && (
        <p className={styles['note']}>{t('sale.targetNote', { money: inMoney(sale.cap) })}</p>
      )}
    </div>
  );
}

/** The share of the offered amount that counts, with a mark at the target. The text says both. */
function Bar({ sale }: { readonly sale: Sale }) {
  const counted = sale.kind === 'crowd' ? sale.demanded : sale.committed;
  return (
    <svg
      className={styles['bar']}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['all']} width="100" height="1" />
      <rect className={styles['part']} width={percentOfOffered(sale, counted)} height="1" />
      {sale.kind === 'crowd' && (
        <line
          className={styles['mark']}
          x1={percentOfOffered(sale, sale.target)}
          x2={percentOfOffered(sale, sale.target)}
          y1="0"
          y2="1"
        />
      )}
    </svg>
  );
}

function TimeLeft({ sale: { state, opensMs, closesMs } }: { readonly sale: Sale }) {
  const t = useTranslate();
  const client = useQueryClient();
  if (state !== 'announced' && state !== 'open') return null;
  const label = t(state === 'announced' ? 'sale.opensIn' : 'sale.closesIn');
  return (
    <Fact label={label}>
      <Countdown
        endMs={state === 'announced' ? opensMs : closesMs}
        label={label}
        onEnd={() => refreshSales(client)}
      />
    </Fact>
  );
}
