import { Box, Button } from '@mui/material';
import { evidencePackageText } from '@meridian/contract/p2p/evidence-document';
import { call, fetchPicture } from '../http.ts';
import { saveAs } from '../shared/save-as.ts';
import { useAction } from '../shared/use-action.ts';

/** Saves all that belongs to a deal as one signed file, for a bank or the police. It is logged. */
export function EvidenceButton({ deal }: { readonly deal: number }) {
  const { isBusy, run } = useAction({ isRefreshing: false });
  const save = (): void =>
    void run(async () => {
      const { files, ...signed } = await call('GET /office/api/p2p_evidence_package', { id: deal });
      const contents = new Map<string, Uint8Array>();
      for (const { sha256, link } of files) {
        const content = await fetchPicture(link, new AbortController().signal);
        contents.set(sha256, new Uint8Array(await content.arrayBuffer()));
      }
      const text = evidencePackageText(signed, contents);
      saveAs(
        `meridian-order-${deal}-evidence.json`,
        new Blob([text], { type: 'application/json' }),
      );
    });
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <Button variant="outlined" size="small" onClick={save} disabled={isBusy}>
        Save evidence file
      </Button>
    </Box>
  );
}
