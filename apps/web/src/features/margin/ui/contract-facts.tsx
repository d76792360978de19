import { useQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { offerQuery, publicTermsQuery } from '../api.ts';
import styles from './contract-facts.module.css';

/** The terms of a contract: those that everybody may know, and with an account all of them. */
export function ContractFacts({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const language = useLanguage();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const { data: own } = useQuery({ ...offerQuery(market), enabled: isLoggedIn });
  const { data: open, error, refetch } = useQuery(publicTermsQuery(market));
  const terms = own ?? open;
  const number = (plain: string | number): string => grouped(String(plain), language);
  const rate = (plain: string): string => `${number(plain)}%`;
  const facts: readonly (readonly [string, string])[] = terms
    ? [
        [t('margin.fact.lot'), `${number(terms.lotSize)} ${market.base}`],
        ...(own === undefined
          ? []
          : ([
              [t('margin.fact.lots'), `${number(own.minLots)} – ${number(own.maxLots)}`],
              [t('margin.leverage'), own.leverages.map((each) => `${each}×`).join(' ')],
            ] as const)),
        [t('margin.spread'), rate(terms.spread)],
        [t('margin.column.fee'), rate(terms.fee)],
        ...(terms.nightFee === undefined
          ? []
          : ([[t('margin.overnight'), rate(terms.nightFee)]] as const)),
        ...(own === undefined ? [] : ([[t('margin.slippage'), rate(own.slippage)]] as const)),
        [t('margin.fact.maintenance'), rate(terms.maintenance)],
      ]
    : [];
  return (
    <Panel title={t('margin.facts')} area="info">
      {terms === undefined && error !== null && <Failure onRetry={() => void refetch()} />}
      {terms === undefined && error === null && <Skeleton rows={6} />}
      {terms === null && <Empty>{t('margin.notOffered')}</Empty>}
      {facts.length > 0 && (
        <div className={styles['facts']}>
          <dl>
            {facts.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p>{t('margin.factsNote')}</p>
        </div>
      )}
    </Panel>
  );
}
