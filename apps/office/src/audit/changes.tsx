import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { differences } from './differences.ts';
import { fieldName } from './field-name.ts';

/** What two JSON texts say about each field, changed ones first. */
export function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const rows = differences(before, after);
  if (rows.length === 0) return <Typography variant="body2">Nothing more was noted.</Typography>;
  const value = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', verticalAlign: 'top' } as const;
  return (
    <Table sx={{ tableLayout: 'fixed' }} aria-label="Before and after">
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: '24%' }}>Field</TableCell>
          <TableCell>Before</TableCell>
          <TableCell>After</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ field, before: was, after: is, isChanged }) => (
          <TableRow key={field}>
            <TableCell sx={value}>{fieldName(field) || 'value'}</TableCell>
            <TableCell
              sx={{
                ...value,
                ...(isChanged && was !== ''
                  ? { color: 'error.main', textDecoration: 'line-through' }
                  : {}),
              }}
            >
              {was || '--'}
            </TableCell>
            <TableCell sx={{ ...value, ...(isChanged ? { color: 'success.main' } : {}) }}>
              {is || '--'}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
