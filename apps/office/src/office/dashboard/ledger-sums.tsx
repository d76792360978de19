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
type Escrow = Dashboard['escrow'][number];

const HEADS = ['Customers', 'House', 'Outside world', 'Sum of all'];
const ESCROW_HEADS = ['Held in the ledger', 'Open P2P deals', 'Difference'];
const LOADING_ROWS = 10;

/**
 * Sum of all accounts by currency. With the outside world counted the sum is zero, or the ledger is
 * wrong; and so it is where it holds something else for P2P deals than these are about.
 */
export function LedgerSums({ state }: { readonly state: Dashboard | undefined }) {
  const wrong = state?.sums.filter(({ sum }) => !isZero(sum)) ?? [];
  const wrongEscrow = state?.escrow.filter(({ difference }) => !isZero(difference)) ?? [];
  return (
    <Panel
      title="Ledger"
      actions={state !== undefined && <Verdict wrong={wrong.length + wrongEscrow.length} />}
    >
      {wrong.length > 0 && (
        <Alert severity="error" sx={{ mx: 2, mb: 2 }}>
          {`The books do not balance: ${wrong.map(({ currency_name, sum }) => `${currency_name} is off by ${sum}`).join(', ')}. Stop the exchange and compare with the journal.`}
        </Alert>
      )}
      {wrongEscrow.length > 0 && (
        <Alert severity="error" sx={{ mx: 2, mb: 2 }}>
          {`The ledger and the P2P deals disagree: ${wrongEscrow.map(({ currency_name, difference }) => `${currency_name} is off by ${difference}`).join(', ')}. Stop the exchange and compare with the journal.`}
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
      {state !== undefined && state.escrow.length > 0 && <EscrowSums rows={state.escrow} />}
    </Panel>
  );
}

/** @param wrong number of sums that are not zero */
function Verdict({ wrong }: { readonly wrong: number }) {
  return wrong === 0 ? (
    <Chip label="Every currency sums to zero" color="success" />
  ) : (
    <Chip label={`${wrong} not zero`} color="error" />
  );
}

/** Coins that the ledger holds for P2P deals, beside the sum of the open deals. */
function EscrowSums({ rows }: { readonly rows: readonly Escrow[] }) {
  return (
    <TableContainer tabIndex={0}>
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>Held for P2P deals</TableCell>
            {ESCROW_HEADS.map((head) => (
              <TableCell key={head} align="right">
                {head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ currency, currency_name, held, deals, difference }) => (
            <TableRow key={currency} hover>
              <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
                {currency_name}
              </TableCell>
              <TableCell align="right">{groupDigits(held)}</TableCell>
              <TableCell align="right">{groupDigits(deals)}</TableCell>
              <ZeroCell value={difference} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** A figure that has to be zero. */
function ZeroCell({ value }: { readonly value: string }) {
  const isRight = isZero(value);
  return (
    <TableCell
      align="right"
      sx={{ color: isRight ? 'success.main' : 'error.main', fontWeight: 500 }}
    >
      {isRight ? '0 ✓' : groupDigits(value)}
    </TableCell>
  );
}

function SumRow({ sum: { currency_name, customers, house, outside, sum } }: { readonly sum: Sum }) {
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ fontWeight: 500 }}>
        {currency_name}
        <PlayMark currency={currency_name} />
      </TableCell>
      <TableCell align="right">{groupDigits(customers)}</TableCell>
      <TableCell align="right">{groupDigits(house)}</TableCell>
      <TableCell align="right">{groupDigits(outside)}</TableCell>
      <ZeroCell value={sum} />
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
