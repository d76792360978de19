import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { MOST_FILES, sendEvidence } from '../appeals-api.ts';
import { EVIDENCE_ACCEPT, evidenceFault } from '../model/appeal.ts';
import styles from './appeal.module.css';

/** A file that was uploaded for a statement. */
export interface ShownFile {
  readonly name: string;
  readonly link: string;
}

interface EvidenceFieldProps {
  readonly files: readonly ShownFile[];
  readonly onChange: (files: readonly ShownFile[]) => void;
}

/** Files for a statement. Each is uploaded at once; it can be left out until the form is sent. */
export function EvidenceField({ files, onChange }: EvidenceFieldProps) {
  const t = useTranslate();
  const id = useId();
  const { share, failure, take } = useUpload((file) => onChange([...files, file]));
  return (
    <div className={styles['field']} role="group" aria-labelledby={id}>
      <p id={id}>{t('p2p.evidence.title')}</p>
      {files.length > 0 && (
        <ul className={styles['files']}>
          {files.map((file) => (
            <li key={file.link}>
              <span>{file.name}</span>
              <Button
                isSmall
                look="text"
                aria-label={t('p2p.evidence.removeOf', { name: file.name })}
                onClick={() => onChange(files.filter(({ link }) => link !== file.link))}
              >
                {t('p2p.evidence.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {share !== undefined && (
        <progress value={share} max={1} aria-label={t('p2p.evidence.sending')} />
      )}
      {share === undefined && files.length < MOST_FILES && (
        <label className={styles['choose']}>
          <input
            type="file"
            className="visually-hidden"
            accept={EVIDENCE_ACCEPT}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // Without a reset, choosing the same file again fires no event.
              target.value = '';
              if (file !== undefined) void take(file);
            }}
          />
          {t('p2p.evidence.choose')}
        </label>
      )}
      <p id={`${id}-hint`} className={styles['hint']}>
        {t('p2p.evidence.hint', { count: MOST_FILES })}
      </p>
      {failure !== undefined && (
        <p role="alert" className={styles['failure']}>
          {failure}
        </p>
      )}
    </div>
  );
}

/** Uploads one file at a time. `share` of it has been sent; undefined when none is being sent. */
function useUpload(onFile: (file: ShownFile) => void) {
  const t = useTranslate();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const take = async (file: File): Promise<void> => {
    const fault = evidenceFault(file);
    setFailure(fault && t(`p2p.evidence.fault.${fault}`));
    if (fault !== undefined) return;
    const { signal } = (leaving.current = new AbortController());
    setShare(0);
    try {
      const { link } = await sendEvidence(file, { signal, onProgress: setShare });
      onFile({ name: file.name, link });
    } catch (error) {
      if (!signal.aborted) setFailure((error as Error).message);
    }
    setShare(undefined);
  };
  return { share, failure, take };
}
