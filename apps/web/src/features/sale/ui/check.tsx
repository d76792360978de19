import { formatDecimal } from '@meridian/money/decimal';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { publishedSale } from '../api.ts';
import { check, fileOf, type Finding } from '../model/recompute.ts';
import { unitsOf, type Sale } from '../model/sale.ts';
import { useAmounts } from './amounts.ts';
import styles from './sale.module.css';

/** The allotment recomputed in the browser from the published entries, and the file for others. */
export function Check({ sale }: { readonly sale: Sale }) {
  const t = useTranslate();
  const { id } = sale;
  const [finding, setFinding] = useState<Finding>();
  const checking = useFormCall(async () => check(await publishedSale(id), toldBy(sale)), {
    onDone: setFinding,
  });
  const file = `sale-${id}.json`;
  const command = `node scripts/recompute-sale.mjs ${file}`;
  const saving = useFormCall(publishedSale, {
    onDone: (published) => saveFile(file, fileOf(published), 'application/json'),
  });
  return (
    <section className={styles['check']} aria-label={t('sale.check')}>
      <h3>{t('sale.check')}</h3>
      <p className={styles['note']}>{t('sale.checkAbout')}</p>
      <div className={styles['buttons']}>
        <Button isSmall isBusy={checking.isBusy} onClick={() => void checking.send(undefined)}>
          {t('sale.checkHere')}
        </Button>
        <Button isSmall isBusy={saving.isBusy} onClick={() => void saving.send(id)}>
          {t('sale.download')}
        </Button>
      </div>
      <FormFailure text={(checking.failure ?? saving.failure)?.message} />
      <div className={styles['verdict']} role="status">
        {finding !== undefined && <Verdict sale={sale} finding={finding} />}
      </div>
      <p className={styles['note']}>
        {t('sale.script')} <code>{command}</code>
      </p>
    </section>
  );
}

function toldBy(sale: Sale) {
  const { coin, money, my, title, about, paper, texts } = sale;
  return {
    hash: sale.termsHash,
    texts,
    shown: { title, about, paper, currency: coin.name, paidIn: money.name },
    committed: unitsOf(sale.committed, money),
    allotted: unitsOf(sale.sold, coin),
    paid: unitsOf(sale.paid, money),
    own: my?.state === 'settled' ? my.number : undefined,
  };
}

function Verdict({ sale, finding }: { readonly sale: Sale; readonly finding: Finding }) {
  const t = useTranslate();
  const language = useLanguage();
  const { inCoins, inMoney } = useAmounts(sale);
  const coins = (units: bigint): string => inCoins(formatDecimal(units, sale.coin.decimals));
  const money = (units: bigint): string => inMoney(formatDecimal(units, sale.money.decimals));
  const { isHashEqual, sums, own, wrong } = finding;
  const count = grouped(String(finding.entries), language);
  const isEqual = wrong === 0 && finding.areSumsEqual;
  return (
    <>
      <p data-true={isEqual}>{t(isEqual ? 'sale.isEqual' : 'sale.isNotEqual', { count })}</p>
      <p data-true={isHashEqual}>
        {t(
          isHashEqual === undefined
            ? 'terms.hashUnknown'
            : isHashEqual
              ? 'sale.hashEqual'
              : 'sale.hashNotEqual',
        )}
      </p>
      {own?.right !== undefined && (
        <p data-true={own.isEqual}>
          {t(own.isEqual ? 'sale.ownEqual' : 'sale.ownNotEqual', {
            entry: own.right.entry,
            coins: coins(own.right.allotted),
            paid: money(own.right.paid),
            refunded: money(own.right.refunded),
          })}
        </p>
      )}
      {own !== undefined && own.right === undefined && (
        <p data-true={false}>{t('sale.ownMissing')}</p>
      )}
      <Facts>
        <Fact label={t('sale.committed')}>{money(sums.committed)}</Fact>
        <Fact label={t('sale.allotted')}>{coins(sums.allotted)}</Fact>
        <Fact label={t('sale.paid')}>{money(sums.paid)}</Fact>
        <Fact label={t('sale.refunded')}>{money(sums.refunded)}</Fact>
      </Facts>
    </>
  );
}
