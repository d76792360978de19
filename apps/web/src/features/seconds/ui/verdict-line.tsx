import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Verdict } from '../model/verify.ts';
import styles from './verdict-line.module.css';

/** The line that says the recomputed result, and whether it agrees with the exchange's own. */
export function VerdictLine({ verdict }: { readonly verdict: Verdict }) {
  const t = useTranslate();
  return (
    <p role="status" className={styles['verdict']}>
      <Badge tone={verdict.agrees ? 'success' : 'danger'}>
        {verdict.result === '' ? '' : t(`seconds.result.${verdict.result}`)}
      </Badge>
      {t(verdict.agrees ? 'seconds.verifyAgrees' : 'seconds.verifyDiffers')}
    </p>
  );
}
