import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ListFilter } from '../../../shared/ui/list-filter.tsx';
import type { ListName, MarginSide } from '../model/position.ts';
import type { Counts, Filtering } from './dock-filter.ts';
import styles from './positions.module.css';
import { RevokeWaiting } from './revoke-waiting.tsx';

const SIDES = ['long', 'short'] as const satisfies readonly MarginSide[];

interface DockToolsProps {
  readonly market: Market;
  readonly list: ListName;
  readonly filtering: Filtering;
  readonly counts: Counts;
  readonly isPlay: boolean;
  readonly onCloseAll: () => void;
}

/**
 * The filter of the shown list, and the actions on all its rows. Fetched for users with an account.
 */
export function DockTools({ market, list, filtering, counts, isPlay, onCloseAll }: DockToolsProps) {
  const t = useTranslate();
  const { isPairOnly, setPairOnly, side, setSide, filter } = filtering;
  const isEnded = list === 'closed' || list === 'revoked';
  return (
    <span className={styles['tools']}>
      <ListFilter
        isPairOnly={isPairOnly}
        onPairOnly={setPairOnly}
        side={side}
        onSide={setSide}
        sides={SIDES.map((name) => ({ name, label: t(`margin.${name}`) }))}
      />
      {isEnded && !isPlay && <Link to="/leverList">{t('position.allRecords')}</Link>}
      {list === 'entrusted' && (
        <RevokeWaiting
          filter={filter}
          pairs={isPairOnly ? market.symbol : t('orders.allPairs')}
          sides={t(`margin.${side}`)}
          isDisabled={counts.entrusted === 0}
        />
      )}
      {list === 'holding' && (
        <Button isSmall disabled={counts.holding === 0} onClick={onCloseAll}>
          {t('position.batchClose')}
        </Button>
      )}
    </span>
  );
}
