import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import type { MarketRows } from '../use-market-rows.ts';
import { StarShape } from './favourite-star.tsx';

/** Favourites and the quote currencies. Choosing one ends a search. */
export function GroupTabs({
  groups,
  choice,
  change,
  hasWord = false,
}: Pick<MarketRows, 'groups' | 'choice' | 'change'> & { readonly hasWord?: boolean }) {
  const t = useTranslate();
  const names = [
    { name: 'favourites', label: <FavouritesLabel hasWord={hasWord} /> },
    ...groups.map(({ id, name }) => ({ name: String(id), label: name })),
  ];
  return (
    <Segments
      label={t('market.groups')}
      value={choice.search.trim() === '' ? String(choice.tab) : ''}
      onChange={(name) => change({ tab: name === 'favourites' ? name : Number(name), search: '' })}
      options={names}
    />
  );
}

function FavouritesLabel({ hasWord }: { readonly hasWord: boolean }) {
  const t = useTranslate();
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4, verticalAlign: 'middle' }}>
      <StarShape />
      <span className={hasWord ? undefined : 'visually-hidden'}>{t('market.favourites')}</span>
    </span>
  );
}
