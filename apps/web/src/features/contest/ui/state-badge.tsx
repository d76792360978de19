import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Season } from '../model/season.ts';

const TONES = {
  upcoming: 'accent',
  running: 'success',
  closing: 'warn',
  ended: 'neutral',
} as const;

export function StateBadge({ state }: { readonly state: Season['state'] }) {
  const t = useTranslate();
  return <Badge tone={TONES[state]}>{t(`contest.state.${state}`)}</Badge>;
}
