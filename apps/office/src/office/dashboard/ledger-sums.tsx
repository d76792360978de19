import {
  Alert,
  Chip,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { groupDigits } from '../../shared/group-digits.ts';
import { Panel } from '../../shared/panel.tsx';
import { PlayMark } from '../../shared/play-mark.tsx';
import type { Dashboard } from './dashboard.ts';
import { isZero } from './is-zero.ts';

type Sum = Dashboard['sums'][number];

const HEADS = ['Customers', 'House', 'Outside world', 'Sum of all'];
const LOADING_ROWS = 10;

/**
 * Sum of all accounts by currency. With the outside world counted the sum is zero, or the ledger is
 * wrong.
 */
export function LedgerSums({ state }: { readonly state: Dashboard | undefined }) {
  const wrong = state?.sums.filter(({ sum }) => !isZero(sum)) ?? [];
  return (
    <Panel title="Ledger" actions={state !== undefined && <Verdict wrong={wrong} />}>
      {wrong.length > 0 && (
        <Alert severity="error" sx={{ mx: 2, mb: 2 }}>
          {`The books do not balance: ${wrong.map(({ currency_name, sum }) => `${currency_name} is off by ${sum}`).join(', ')}. Stop the exchange and compare with the journal.`}
        </Alert>
      )}
      <TableContainer tabIndex={0}>
        <Table>
          <TableHead>
            <TableRow>
              <TableCell>Currency</TableCell>
              {HEADS.map((head) => (
                <TableCell key={head} align="right">
                  {head}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {state === undefined
              ? Array.from({ length: LOADING_ROWS }, (_, row) => <LoadingRow key={row} />)
              : state.sums.map((sum) => <SumRow key={sum.currency} sum={sum} />)}
          </TableBody>
        </Table>
      </TableContainer>
    </Panel>
  );
}

function Verdict({ wrong }: { readonly wrong: readonly Sum[] }) {
  return wrong.length === 0 ? (
    <Chip label="Every currency sums to zero" color="success" />
  ) : (
    <Chip label={`${wrong.length} not zero`} color="error" />
  );
}

function SumRow({ sum: { currency_name, customers, house, outside, sum } }: { readonly sum: Sum }) {
  const isRight = isZero(sum);
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
        {currency_name}
        <PlayMark currency={currency_name} />
      </TableCell>
      <TableCell align="right">{groupDigits(customers)}</TableCell>
      <TableCell align="right">{groupDigits(house)}</TableCell>
      <TableCell align="right">{groupDigits(outside)}</TableCell>
      <TableCell
        align="right"
        sx={{ color: isRight ? 'success.main' : 'error.main', fontWeight: 500 }}
      >
        {isRight ? '0 ✓' : groupDigits(sum)}
      </TableCell>
    </TableRow>
  );
}

function LoadingRow() {
  return (
    <TableRow>
      {['Currency', ...HEADS].map((head) => (
        <TableCell key={head}>
          <Skeleton />
        </TableCell>
      ))}
    </TableRow>
  );
}
