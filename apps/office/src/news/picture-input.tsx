import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { useInput } from 'react-admin';
import { FilePicker } from './file-picker.tsx';
import { uploadPicture } from './upload-picture.ts';

/**
 * A picture of the article: chosen from the operator's files, uploaded at once, shown as customers
 * see it.
 */
export function PictureInput({
  source,
  label,
}: {
  readonly source: string;
  readonly label: string;
}) {
  const { field } = useInput<string>({ source, defaultValue: '' });
  const picker = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const labelId = useId();
  const path = (field.value as string | null) ?? '';
  const send = async (file: File): Promise<void> => {
    setSending(true);
    setFault('');
    try {
      field.onChange(await uploadPicture(file));
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Box role="group" aria-labelledby={labelId} sx={{ pt: 1, minWidth: 0 }}>
      <Typography id={labelId} variant="caption" color="text.secondary" component="div">
        {label}
      </Typography>
      <Preview path={path} />
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          onClick={() => picker.current?.click()}
          disabled={isSending}
          aria-busy={isSending}
        >
          {isSending ? 'Sending…' : path === '' ? 'Choose a picture' : 'Replace'}
        </Button>
        {path !== '' && (
          <Button color="error" onClick={() => field.onChange('')} disabled={isSending}>
            Remove
          </Button>
        )}
      </Stack>
      <FilePicker picker={picker} label={`${label}: file`} take={(file) => void send(file)} />
      <FormHelperText error={fault !== ''} role={fault === '' ? undefined : 'alert'} sx={{ mx: 0 }}>
        {fault === '' ? 'jpg, png or webp, up to 4 MB. Everybody can see it.' : fault}
      </FormHelperText>
    </Box>
  );
}

function Preview({ path }: { readonly path: string }) {
  const frame = {
    width: '100%',
    maxWidth: 360,
    aspectRatio: '3 / 1',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.default',
    overflow: 'hidden',
  } as const;
  if (path === '') {
    return (
      <Box sx={{ ...frame, display: 'grid', placeItems: 'center', borderStyle: 'dashed' }}>
        <Typography variant="body2" color="text.disabled">
          No picture
        </Typography>
      </Box>
    );
  }
  return (
    <Box sx={frame}>
      <Box
        component="img"
        src={path}
        alt={`The picture at ${path}`}
        sx={{ width: '100%', height: '100%', objectFit: 'contain', display: 'block' }}
      />
    </Box>
  );
}
