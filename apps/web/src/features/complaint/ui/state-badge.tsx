import type { ComplaintState } from '@meridian/contract/complaint/calls';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';

const TONES = {
  open: 'warn',
  answered: 'accent',
  closed: 'neutral',
} as const satisfies Record<ComplaintState, string>;

export function StateBadge({ state }: { readonly state: ComplaintState }) {
  const t = useTranslate();
  return <Badge tone={TONES[state]}>{t(`complaint.state.${state}`)}</Badge>;
}
