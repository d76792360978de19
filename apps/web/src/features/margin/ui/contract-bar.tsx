import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIndexPrice } from '../../../realtime/index-price.ts';
import { directionOf, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { serverNowMs } from '../../../shared/server-clock.ts';
import { useSession } from '../../../shared/session.ts';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { offerQuery, publicTermsQuery } from '../api.ts';
import { nextMidnightMs } from '../model/midnight.ts';
import { netOf } from '../model/position-figures.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';
import styles from './contract-bar.module.css';

const MONEY_DECIMALS = 2;

interface ContractBarProps {
  readonly market: Market;
  /** The market whose index is the price. */
  readonly index: Market;
}

/**
 * The figures of the contract beside those of the pair: the prices that fill and liquidate, the
 * night fee and its time, and the open positions. Figures without room are left out, the last
 * first.
 */
export function ContractBar({ market, index }: ContractBarProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { data: open } = useQuery(publicTermsQuery(index));
  const isLoggedIn = useSession((session) => session.token !== undefined);
  // Play contracts have terms of their own.
  const { data: own } = useQuery({ ...offerQuery(market), enabled: isLoggedIn });
  const terms = own ?? open;
  const positions = useMarginAccounts([market.quoteId])?.[0]?.positions.filter(
    ({ baseId }) => baseId === market.baseId,
  );
  const rate = (plain: string | undefined): string =>
    plain === undefined ? MISSING : `${grouped(plain, language)}%`;
  const mark = positions?.find(({ markPrice }) => markPrice !== '0')?.markPrice;
  return (
    <dl className={styles['bar']}>
      {mark !== undefined && (
        <div>
          <dt>{t('margin.mark')}</dt>
          <dd>{marketFigure(market, 'price', mark, language)}</dd>
        </div>
      )}
      <div>
        <dt>{t('margin.index')}</dt>
        <dd>
          <IndexPrice market={index} first={terms?.indexPrice} />
        </dd>
      </div>
      <div>
        <dt>{t('margin.overnight')}</dt>
        <dd>
          {rate(terms?.nightFee)} <Midnight />
        </dd>
      </div>
      {positions !== undefined && positions.length > 0 && <Net market={market} open={positions} />}
      <div>
        <dt>{t('margin.spread')}</dt>
        <dd>{rate(terms?.spread)}</dd>
      </div>
    </dl>
  );
}

function IndexPrice({
  market,
  first,
}: {
  readonly market: Market;
  readonly first: string | undefined;
}) {
  const language = useLanguage();
  const price = useIndexPrice(market) ?? first;
  return marketFigure(market, 'price', price === '0' ? undefined : price, language);
}

/** Time to the next midnight of the exchange. */
function Midnight() {
  const t = useTranslate();
  const [endMs, setEndMs] = useState(() => nextMidnightMs(serverNowMs()));
  return (
    <span className={styles['clock']}>
      <Countdown
        endMs={endMs}
        label={t('margin.untilMidnight')}
        onEnd={() => setEndMs(nextMidnightMs(serverNowMs() + 1))}
      />
    </span>
  );
}

interface NetProps {
  readonly market: Market;
  readonly open: Parameters<typeof netOf>[0];
}

/** All open positions of the market as one, with their profit. */
function Net({ market, open }: NetProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { quantity, profit } = netOf(open);
  const side = directionOf(quantity);
  return (
    <div>
      <dt>{t('margin.ownPosition')}</dt>
      <dd>
        {side !== 'flat' && (
          <span className={side}>{t(side === 'up' ? 'margin.long' : 'margin.short')} </span>
        )}
        {grouped(quantity.replace('-', ''), language)} {market.base}{' '}
        <span className={directionOf(profit)}>{fixed(profit, MONEY_DECIMALS, { language })}</span>
      </dd>
    </div>
  );
}
