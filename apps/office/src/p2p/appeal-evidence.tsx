import { Button, Stack, Typography } from '@mui/material';
import { fetchPicture } from '../http.ts';
import { Pictures } from '../shared/pictures.tsx';
import { saveAs } from '../shared/save-as.ts';
import { useAction } from '../shared/use-action.ts';
import type { Evidence } from './appeal-words.ts';

const ENDINGS: Readonly<Record<Evidence['type'], string>> = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
};

interface AppealEvidenceProps {
  readonly files: readonly Evidence[];
  /** The side that shows the files. */
  readonly by: string;
  /** Fetches new links: old ones expire. */
  renew(): void;
}

/** Files of a statement: pictures are shown, others saved, because they are never opened here. */
export function AppealEvidence({ files, by, renew }: AppealEvidenceProps) {
  const pictures = files.filter(({ type }) => type === 'image/jpeg');
  const others = files.filter(({ type }) => type !== 'image/jpeg');
  return (
    <>
      {pictures.length > 0 && (
        <Pictures
          names={pictures.map((_file, index) => `${by}, picture ${index + 1}`)}
          links={pictures.map(({ link }) => link)}
          renew={renew}
          isSmall
        />
      )}
      {others.map((file) => (
        <OtherFile key={file.hash} file={file} />
      ))}
    </>
  );
}

function OtherFile({ file: { type, bytes, hash, link } }: { readonly file: Evidence }) {
  const { isBusy, run } = useAction({ isRefreshing: false });
  const name = `evidence-${hash.slice(0, 12)}.${ENDINGS[type]}`;
  const save = (): void =>
    void run(async () => saveAs(name, await fetchPicture(link, new AbortController().signal)));
  return (
    <Stack direction="row" sx={{ px: 2, pb: 1.5, gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button variant="outlined" size="small" onClick={save} disabled={isBusy}>
        Save {name}
      </Button>
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {Math.ceil(bytes / 1024)} KB, SHA-256 {hash}
      </Typography>
    </Stack>
  );
}
