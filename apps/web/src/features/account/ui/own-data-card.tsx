import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { zipOf } from '../../../shared/zip.ts';
import { beginExport, fetchExportPart } from '../api.ts';
import { asCsv, asJson, readPart, type OwnPart } from '../model/own-data.ts';
import { CloseAccountDialog } from './close-account-dialog.tsx';
import styles from './own-data-card.module.css';
import { useChange } from './use-change.ts';

type Form = 'json' | 'csv';

/** Export of the user's own data, and the closing of the account. */
export function OwnDataCard() {
  const t = useTranslate();
  const [isClosing, setClosing] = useState(false);
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number }>();
  const download = useChange((form: Form) => save(form, setProgress), {
    onDone: () => setProgress(undefined),
  });
  return (
    <Card title={t('personal.data')} about={t('personal.dataAbout')}>
      <div className={styles['body']}>
        <h3>{t('personal.download')}</h3>
        <div className={styles['actions']}>
          {(['json', 'csv'] as const).map((form) => (
            <Button
              key={form}
              isBusy={download.isPending && download.variables === form}
              disabled={download.isPending}
              onClick={() => download.mutate(form)}
            >
              {t(form === 'json' ? 'personal.asJson' : 'personal.asCsv')}
            </Button>
          ))}
        </div>
        <p role="status" className={styles['status']}>
          {download.isPending &&
            progress !== undefined &&
            t('personal.collecting', { done: String(progress.done), all: String(progress.all) })}
        </p>
        <div className={styles['end']}>
          <h3>{t('personal.close')}</h3>
          <p className={styles['about']}>{t('personal.closeAbout')}</p>
          <Button onClick={() => setClosing(true)}>{t('personal.closeMine')}</Button>
        </div>
      </div>
      {isClosing && <CloseAccountDialog onClose={() => setClosing(false)} />}
    </Card>
  );
}

async function save(
  form: Form,
  tell: (progress: { readonly done: number; readonly all: number }) => void,
): Promise<void> {
  const { parts, madeAt } = await beginExport();
  const ownParts: OwnPart[] = [];
  for (const part of parts) {
    tell({ done: ownParts.length, all: parts.length });
    ownParts.push(await readPart(part, fetchExportPart));
  }
  const name = `meridian-${madeAt.slice(0, 10)}`;
  if (form === 'json') saveFile(`${name}.json`, asJson(ownParts, madeAt), 'application/json');
  else
    saveFile(
      `${name}.zip`,
      zipOf(
        ownParts
          .filter(({ rows }) => rows.length > 0)
          .map((each) => ({ name: `${each.part}.csv`, text: asCsv(each) })),
      ),
      'application/zip',
    );
}
