import {
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { differences, type Difference } from './differences.ts';
import { fieldName } from './field-name.ts';
import { fieldValue } from './field-value.ts';

/** The fields that differ between two JSON texts; a button shows the unchanged ones. */
export function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const [isWhole, setWhole] = useState(false);
  const rows = differences(before, after);
  if (rows.length === 0) return <Typography variant="body2">Nothing more was noted.</Typography>;
  const changed = rows.filter(({ isChanged }) => isChanged);
  const stay = rows.length - changed.length;
  const shown = isWhole || changed.length === 0 ? rows : changed;
  return (
    <>
      <Table sx={{ tableLayout: 'fixed' }} aria-label="Before and after">
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: { xs: '34%', md: '24%' } }}>Field</TableCell>
            <TableCell>Before</TableCell>
            <TableCell>After</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((row) => (
            <Row key={row.field} {...row} />
          ))}
        </TableBody>
      </Table>
      {shown.length < rows.length && (
        <Button size="small" sx={{ justifySelf: 'start' }} onClick={() => setWhole(true)}>
          {stay === 1 ? 'Show the field that stays' : `Show the ${stay} fields that stay`}
        </Button>
      )}
    </>
  );
}

function Row({ field, before, after, isChanged }: Difference) {
  const value = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', verticalAlign: 'top' } as const;
  return (
    <TableRow>
      <TableCell sx={value}>{fieldName(field) || 'Value'}</TableCell>
      <TableCell
        sx={{
          ...value,
          ...(isChanged && before !== ''
            ? { color: 'error.main', textDecoration: 'line-through' }
            : {}),
        }}
      >
        {fieldValue(field, before) || '--'}
      </TableCell>
      <TableCell sx={{ ...value, ...(isChanged ? { color: 'success.main' } : {}) }}>
        {fieldValue(field, after) || '--'}
      </TableCell>
    </TableRow>
  );
}
