import { useState } from 'react';
import { callHeaders } from '../../../shared/http/api-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSignedPicture } from '../../../shared/picture/use-signed-picture.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import type { Evidence } from '../model/appeal.ts';

const ENDINGS = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf', 'video/mp4': 'mp4' } as const;

interface EvidenceLinkProps {
  readonly file: Evidence;
  readonly name: string;
}

/** A file that a side shows: a picture at once, others as a download, never run in the page. */
export function EvidenceLink({ file, name }: EvidenceLinkProps) {
  return file.type === 'image/jpeg' ? (
    <EvidencePicture link={file.link} name={name} />
  ) : (
    <EvidenceDownload file={file} name={name} />
  );
}

function EvidencePicture({ link, name }: { readonly link: string; readonly name: string }) {
  const t = useTranslate();
  const address = useSignedPicture(link);
  if (address === undefined) return <Skeleton rows={1} height={64} />;
  if (address === '') return <p>{t('p2p.evidence.gone', { name })}</p>;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={name} />
    </a>
  );
}

function EvidenceDownload({ file: { link, type }, name }: EvidenceLinkProps) {
  const t = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await fetch(link, { headers: callHeaders() });
      if (!answer.ok) throw new Error(t('p2p.evidence.gone', { name }));
      saveFile(`${name}.${ENDINGS[type]}`, new Uint8Array(await answer.arrayBuffer()), type);
    } catch (error) {
      showToast('error', (error as Error).message);
    }
    setBusy(false);
  };
  return (
    <Button isSmall isBusy={isBusy} onClick={() => void save()}>
      {t('p2p.evidence.save', { name, ending: ENDINGS[type].toUpperCase() })}
    </Button>
  );
}
