import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import type { Market } from '../../shared/market/market.ts';
import { contestQuery, type Contest } from './api.ts';
import { PLAY, wayOf, type Season } from './model/season.ts';
import styles from './trade-page.module.css';
import { JoinButton } from './ui/join-button.tsx';
import { TradeBanner } from './ui/trade-banner.tsx';

/**
 * The instruments of a season's terminal: contracts in play money, at the prices of the offered
 * markets.
 */
interface PlayTerminal {
  readonly currency: { readonly quoteId: number; readonly code: string };
  readonly isOffered: (market: Market) => boolean;
  /** Shown in place of the form while no position can be opened. */
  readonly gate: ReactNode;
}

/** Trading in the running season, on the terminal of contracts. */
export function ContestTradePage({
  terminal,
}: {
  readonly terminal: (play: PlayTerminal) => ReactNode;
}) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(contestQuery());
  const season = data?.season ?? undefined;
  return (
    <div className={styles['page']}>
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton rows={16} height={32} />}
      {data !== undefined && season === undefined && (
        <Empty action={<Back />}>{t('contest.none')}</Empty>
      )}
      {data !== undefined && season !== undefined && (
        <>
          <TradeBanner season={season} entry={data.me} />
          {terminal({
            currency: { quoteId: data.playCurrencyId, code: PLAY },
            isOffered: offered(data),
            gate: gateOf(season, data),
          })}
        </>
      )}
    </div>
  );
}

function Back() {
  const t = useTranslate();
  return (
    <ButtonLink isSmall to="/match">
      {t('feature.contest')}
    </ButtonLink>
  );
}

function offered({ markets, priceCurrencyId }: Contest): (market: Market) => boolean {
  return ({ baseId, quoteId }) =>
    quoteId === priceCurrencyId && markets.some((each) => each.baseId === baseId);
}

function gateOf(season: Season, { me }: Contest): ReactNode {
  const way = wayOf(season, me);
  return way === 'trade' ? undefined : <Gate season={season} way={way} />;
}

const TEXTS = {
  join: 'contest.gate.join',
  wait: 'contest.joinedNote',
  look: 'contest.gate.over',
} as const;

function Gate({ season, way }: { readonly season: Season; readonly way: keyof typeof TEXTS }) {
  const t = useTranslate();
  return (
    <Panel title={t('contest.paper')} area="form">
      <div className={styles['gate']}>
        <Empty action={way === 'join' ? <JoinButton season={season} /> : <Back />}>
          {t(TEXTS[way])}
        </Empty>
      </div>
    </Panel>
  );
}
