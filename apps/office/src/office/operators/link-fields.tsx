import { Box, MenuItem, TextField } from '@mui/material';
import { LINK_KINDS, type LinkKind } from './link-words.ts';

interface LinkFieldsProps {
  readonly kind: LinkKind;
  readonly value: string;
  setKind(kind: LinkKind): void;
  setValue(value: string): void;
}

/** Fields for a customer that an operator is or is close to. */
export function LinkFields({ kind, value, setKind, setValue }: LinkFieldsProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: '180px minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <TextField
        label="Named by"
        select
        value={kind}
        onChange={({ target }) => setKind(target.value as LinkKind)}
      >
        {Object.entries(LINK_KINDS).map(([id, name]) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={LINK_KINDS[kind]}
        value={value}
        onChange={({ target }) => setValue(target.value.trim())}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off', spellCheck: false } }}
        required
      />
    </Box>
  );
}
