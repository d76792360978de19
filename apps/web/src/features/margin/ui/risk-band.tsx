import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { CloseButton } from '../../../shared/ui/close-button.tsx';
import {
  CALM,
  isAtLeast,
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

/**
 * Warns while the account of the market's currency is near its liquidation. It stands until it is
 * dismissed or the danger is over; a worse level shows it again. Screen readers hear each level
 * once: the figure that moves is not in what is announced.
 */
export function RiskBand({ market, isPlay }: RiskBandProps) {
  const t = useTranslate();
  const language = useLanguage();
  const standing = useMarginAccounts([market.quoteId])?.[0];
  const percent = standing && riskPercent(standing);
  const level = riskLevel(percent);
  const [{ worst, dismissed }, setMemory] = useState<Memory>(CALM);
  useEffect(() => {
    setMemory((before) => rememberRisk(before, percent));
  }, [percent]);
  const isShown = level !== 'safe' && !isAtLeast(dismissed, level);
  return (
    <>
      <p role="alert" className="visually-hidden">
        {worst === 'safe' ? '' : t(`position.risk.${worst}`)}
      </p>
      {isShown && (
        <div className={styles['band']} data-level={level}>
          <p>
            <strong>
              {t('position.risk.at', { percent: `${fixed(percent, 2, { language })}%` })}
            </strong>{' '}
            <span aria-hidden="true">{t(`position.risk.${level}`)}</span>
          </p>
          {!isPlay && (
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
