import { compareDecimals } from '@meridian/money/decimal';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { CloseButton } from '../../../shared/ui/close-button.tsx';
import type { MarginAccount } from '../model/position.ts';
import {
  CALM,
  isAtLeast,
  isolatedRiskPercent,
  rememberRisk,
  riskLevel,
  riskPercent,
  type RiskMemory as Memory,
} from '../model/risk.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';
import styles from './risk-band.module.css';

interface RiskBandProps {
  readonly market: Market;
  readonly isPlay: boolean;
}

/** Cross margin of an account, or an isolated position: each is liquidated as one. */
interface Endangered {
  readonly key: string;
  /** The market of an isolated position. */
  readonly symbol: string | undefined;
  readonly percent: string | undefined;
}

/**
 * Warns while the account of the market's currency, or an isolated position in it, is near its
 * liquidation: of several the nearest alone is in sight.
 */
export function RiskBand({ market, isPlay }: RiskBandProps) {
  const account = useMarginAccounts([market.quoteId])?.[0];
  const [last, setLast] = useState(account);
  if (account !== undefined && account !== last) setLast(account);
  return (
    <div className={styles['bands']}>
      {endangered(last, account !== undefined).map(({ key, ...risk }) => (
        <Band key={key} {...risk} market={market} isPlay={isPlay} />
      ))}
    </div>
  );
}

/** The nearest first. While the line is down nobody knows the figures: they stay undefined. */
function endangered(account: MarginAccount | undefined, isLive: boolean): readonly Endangered[] {
  const own = (account?.positions ?? [])
    .filter(({ isIsolated }) => isIsolated)
    .map((position) => ({
      key: String(position.id),
      symbol: position.symbol,
      percent: isLive ? isolatedRiskPercent(position) : undefined,
    }));
  const cross = {
    key: 'cross',
    symbol: undefined,
    percent: account && isLive ? riskPercent(account) : undefined,
  };
  return [cross, ...own].sort((a, b) => compareDecimals(b.percent ?? '0', a.percent ?? '0') ?? 0);
}

/**
 * Stands until it is dismissed or the danger is over; a worse level shows it again. Screen readers
 * hear each level once: the announced text is without the moving figure.
 */
function Band({ symbol, percent, market, isPlay }: Omit<Endangered, 'key'> & RiskBandProps) {
  const t = useTranslate();
  const language = useLanguage();
  const level = riskLevel(percent);
  const [{ worst, dismissed }, setMemory] = useState<Memory>(CALM);
  useEffect(() => {
    setMemory((before) => rememberRisk(before, percent));
  }, [percent]);
  const isShown = level !== 'safe' && !isAtLeast(dismissed, level);
  const sentence = (of: 'warning' | 'danger'): string =>
    symbol === undefined
      ? t(`position.risk.${of}`)
      : t(`position.risk.isolated.${of}`, { market: symbol });
  return (
    <>
      <p role="alert" className="visually-hidden">
        {worst === 'safe' ? '' : sentence(worst)}
      </p>
      {isShown && (
        <div className={styles['band']} data-level={level}>
          <p>
            <strong>
              {t('position.risk.at', { percent: `${fixed(percent, 2, { language })}%` })}
            </strong>{' '}
            <span aria-hidden="true">{sentence(level)}</span>
          </p>
          {!isPlay && symbol === undefined && (
            <Link to={`/transfer?to=lever&currency=${market.quoteId}`}>
              {t('position.risk.add')}
            </Link>
          )}
          <CloseButton onClick={() => setMemory({ worst, dismissed: level })} />
        </div>
      )}
    </>
  );
}
