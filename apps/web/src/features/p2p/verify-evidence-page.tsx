import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateAndTime } from '../../shared/figures.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { evidenceKeysQuery } from './evidence-api.ts';
import { checkEvidence, type EvidenceVerdict } from './model/evidence-check.ts';
import appeal from './ui/appeal.module.css';
import { EvidenceParts } from './ui/evidence-parts.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';
import styles from './verify-evidence-page.module.css';

/**
 * Checks an evidence file in the browser, for anybody: the signature with the published keys, and
 * each file in it by its hash. The file is sent nowhere.
 */
export function VerifyEvidencePage() {
  const t = useTranslate();
  const { data: keys, error, refetch } = useQuery(evidenceKeysQuery);
  const [checked, setChecked] = useState<{ name: string; verdict?: EvidenceVerdict }>();
  const check = async (file: File): Promise<void> => {
    setChecked({ name: file.name });
    // A file that cannot be read as a text is checked as an empty one.
    const text = await file.text().catch(() => '');
    setChecked({ name: file.name, verdict: await checkEvidence(text, keys ?? []) });
  };
  const verdict = checked?.verdict;
  return (
    <P2pFrame title={t('p2p.verify.title')}>
      <Card title={t('p2p.verify.file')} about={t('p2p.verify.about')}>
        <div className={styles['body']}>
          {error !== null && <Failure message={error.message} onRetry={() => void refetch()} />}
          {keys !== undefined && <Choose onFile={(file) => void check(file)} />}
          {checked !== undefined && <p className={styles['name']}>{checked.name}</p>}
          <div role="status" className={styles['verdict']}>
            {checked !== undefined && verdict === undefined && t('p2p.verify.checking')}
            {verdict !== undefined && <VerdictLine verdict={verdict} />}
          </div>
        </div>
      </Card>
      {verdict !== undefined && 'document' in verdict && <EvidenceParts {...verdict} />}
    </P2pFrame>
  );
}

function Choose({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useTranslate();
  return (
    <label className={appeal['choose']}>
      <input
        type="file"
        className="visually-hidden"
        accept=".json,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Without a reset, choosing the same file again fires no event.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      {t('p2p.verify.choose')}
    </label>
  );
}

const TONES = {
  whole: 'success',
  incomplete: 'warn',
  filesChanged: 'danger',
  changed: 'danger',
  unknownKey: 'danger',
  unreadable: 'danger',
  unsupported: 'warn',
} as const satisfies Record<EvidenceVerdict['kind'], string>;

/** The line that says the result of the check. */
function VerdictLine({ verdict }: { readonly verdict: EvidenceVerdict }) {
  const t = useTranslate();
  const { kind } = verdict;
  const values = {
    time: 'document' in verdict ? dateAndTime(Date.parse(verdict.document.madeTime)) : '',
    key: kind === 'unknownKey' ? verdict.key : '',
  };
  return (
    <p>
      <Badge tone={TONES[kind]}>{t(`p2p.verify.badge.${kind}`)}</Badge>{' '}
      {t(`p2p.verify.verdict.${kind}`, values)}
    </p>
  );
}
