import { Link, useLocation } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { Ad } from '../model/ad.ts';
import { paramsOf, choiceOf } from '../model/market-choice.ts';
import { takerSide } from '../model/order-form.ts';
import styles from './ad-action.module.css';

/** Pages that lead out of an obstacle. */
const WAYS_OUT = {
  own: { to: '/c2cRelease', text: 'p2p.market.wayOut.own' },
  unverified: { to: '/authentication', text: 'p2p.market.wayOut.level' },
  level: { to: '/authentication', text: 'p2p.market.wayOut.level' },
  many: { to: '/c2cOrder', text: 'p2p.market.page.orders' },
} as const;

/**
 * The button that takes an ad, or the reason why the viewer cannot take it. Visitors log in first.
 */
export function AdAction({ ad, onTake }: { readonly ad: Ad; readonly onTake: () => void }) {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { pathname, search } = useLocation();
  const side = takerSide(ad);
  const look = side === 'buy' ? 'up' : 'down';
  if (ad.obstacle !== '') return <Obstacle obstacle={ad.obstacle} takers={ad.takers} />;
  if (isLoggedIn)
    return (
      <Button isSmall look={look} onClick={onTake}>
        {t(`p2p.market.take.${side}`, { coin: ad.coin })}
      </Button>
    );
  const params = paramsOf({ ...choiceOf(new URLSearchParams(search)), ad: ad.id });
  return (
    <ButtonLink
      isSmall
      to="/components/login"
      state={{ from: `${pathname}?${new URLSearchParams(params)}` }}
    >
      {t(`p2p.market.login.${side}`)}
    </ButtonLink>
  );
}

function Obstacle({
  obstacle,
  takers: { level, registeredDays, completedDeals, completionRate },
}: {
  readonly obstacle: Exclude<Ad['obstacle'], ''>;
  readonly takers: Ad['takers'];
}) {
  const t = useTranslate();
  const text = t(`p2p.market.obstacle.${obstacle}`, {
    level,
    days: registeredDays,
    deals: completedDeals,
    rate: completionRate,
  });
  const way = obstacle in WAYS_OUT ? WAYS_OUT[obstacle as keyof typeof WAYS_OUT] : undefined;
  return (
    <span className={styles['obstacle']}>
      {text}
      {way !== undefined && <Link to={way.to}>{t(way.text)}</Link>}
    </span>
  );
}
