import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import type { MarketRows } from '../use-market-rows.ts';

/** Why a list of markets is empty, and the way back to one that is not. */
export function NoRows({
  choice,
  change,
  groups,
}: Pick<MarketRows, 'choice' | 'change' | 'groups'>) {
  const t = useTranslate();
  const [group] = groups;
  if (choice.search.trim() !== '') {
    return (
      <Empty
        action={
          <Button isSmall onClick={() => change({ search: '' })}>
            {t('market.clearSearch')}
          </Button>
        }
      >
        {t('market.notFound')}
      </Empty>
    );
  }
  const all = group !== undefined && (
    <Button isSmall onClick={() => change({ tab: group.id })}>
      {t('market.showGroup', { group: group.name })}
    </Button>
  );
  return (
    <Empty action={all}>
      {t(
        choice.tab === 'favourites' && group !== undefined ? 'market.noFavourites' : 'market.none',
      )}
    </Empty>
  );
}
