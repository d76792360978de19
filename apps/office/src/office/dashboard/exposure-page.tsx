import type { Output } from '@meridian/contract/client/named-calls';
import {
  Box,
  LinearProgress,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
  type SxProps,
  type Theme,
} from '@mui/material';
import type { ReactNode } from 'react';
import { Title, useGetOne } from 'react-admin';
import { groupDigits } from '../../shared/group-digits.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { Panel } from '../../shared/panel.tsx';
import { percentOf } from '../../shared/percent.ts';
import { PlayMark } from '../../shared/play-mark.tsx';
import { walletName } from '../../shared/wallet-names.ts';
import { wholeRecord } from '../../shared/whole-record.ts';
import { rounded, shareOf, signOf } from '../../shared/signed-decimals.ts';
import { OpenChip } from '../../shared/open-chip.tsx';
import { Profit } from '../../margin/position-list.tsx';

type Margin = Output<'GET /office/api/margin_exposure'>;
type Seconds = Output<'GET /office/api/seconds_exposure'>;
interface Exposure {
  readonly id: number;
  readonly margin: Margin;
  readonly seconds: Seconds;
}

const REFRESH_MS = 5_000;
const LOADING_ROWS = 10;
/**
 * On a phone each row is a card: its market or account, then the other cells under their headings.
 */
const CARDS_ON_PHONES: SxProps<Theme> = (theme) => ({
  [theme.breakpoints.down('sm')]: {
    '& thead': { display: 'none' },
    '& table, & tbody': { display: 'block' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: 1,
      p: 2,
      borderTop: 1,
      borderColor: 'divider',
    },
    '& td': {
      display: 'block',
      p: 0,
      border: 0,
      textAlign: 'left',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
    '& td:first-of-type': { gridColumn: '1 / -1', fontWeight: 500 },
    '& td:not(:first-of-type)::before': {
      content: 'attr(data-label)',
      display: 'block',
      color: 'text.secondary',
      fontSize: 12,
      lineHeight: '16px',
    },
  },
});
const LAST_ON_DESKS = { display: { sm: 'none', lg: 'table-cell' } };
/** Share of a cap above which the page warns. */
const NEARLY_BPS = 8_000;

/** The house's exposure by market beside its caps, and the accounts that cover it. */
export function ExposurePage() {
  const {
    data: record,
    error,
    refetch,
  } = useGetOne<Exposure>(
    'contract-exposure',
    { id: 0 },
    { retry: false, refetchInterval: REFRESH_MS },
  );
  const data = wholeRecord(record);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="Exposure" />
      {error !== null && <LoadFailed error={error} retry={() => void refetch()} />}
      <Accounts exposure={data} />
      <Leveraged margin={data?.margin} />
      <Tickets seconds={data?.seconds} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        A cap stops what would add to the exposure; closing always works. Refreshes every five
        seconds.
      </Typography>
    </Box>
  );
}

/** One account can cover both products. */
function Accounts({ exposure }: { readonly exposure: Exposure | undefined }) {
  const rows = exposure && [
    ...exposure.margin.accounts.map((account) => ['leveraged contracts', account] as const),
    ...exposure.seconds.accounts.map((account) => ['seconds contracts', account] as const),
  ];
  return (
    <Panel title="House and insurance accounts">
      <Rows
        headings={['Account', 'Wallet', 'Available', 'Owed at most']}
        numbersFrom={2}
        empty="No contracts are offered."
        rows={rows?.map(([product, { owner, wallet, currency_name, available, owed }]) => [
          <Payer
            key="payer"
            name={`${owner === 'house' ? 'House' : 'Insurance'}, ${product}`}
            currency={currency_name}
          />,
          walletName(wallet),
          `${groupDigits(available)} ${currency_name}`,
          <Owed key="owed" owed={owed} available={available} unit={currency_name} />,
        ])}
      />
    </Panel>
  );
}

function Payer({ name, currency }: { readonly name: string; readonly currency: string }) {
  return (
    <>
      {name}
      <PlayMark currency={currency} />
    </>
  );
}

function Owed({
  owed,
  available,
  unit,
}: {
  readonly owed: string;
  readonly available: string;
  readonly unit: string;
}) {
  const isShort = signOf(owed) > 0 && shareOf(owed, available) > 10_000;
  return (
    <Box component="span" sx={isShort ? { color: 'error.main', fontWeight: 500 } : {}}>
      {`${groupDigits(owed)} ${unit}${isShort ? ', more than there is' : ''}`}
    </Box>
  );
}

function Leveraged({ margin }: { readonly margin: Margin | undefined }) {
  return (
    <Panel title="Leveraged contracts">
      <Rows
        headings={[
          'Market',
          'Positions',
          'Long',
          'Short',
          'Profit of customers',
          'Cap of each side',
        ]}
        numbersFrom={1}
        isLastMinor
        empty="No market offers leveraged contracts."
        rows={margin?.markets.map(
          ({ symbol, quote_name, long, short, cap, positions, profits, is_open }) => [
            <Market key="market" name={symbol} isOpen={is_open} quote={quote_name} />,
            positions.toLocaleString('en'),
            <Taken key="long" name={`${symbol} long`} part={long} cap={cap} />,
            <Taken key="short" name={`${symbol} short`} part={short} cap={cap} />,
            <Profit key="profits" amount={rounded(profits)} unit={quote_name} />,
            `${groupDigits(cap)} ${quote_name}`,
          ],
        )}
      />
    </Panel>
  );
}

function Tickets({ seconds }: { readonly seconds: Seconds | undefined }) {
  return (
    <Panel title="Seconds contracts">
      <Rows
        headings={['Market', 'Tickets', 'Up could win', 'Down could win', 'Together', 'Cap']}
        numbersFrom={1}
        isLastMinor
        empty="No market offers seconds contracts."
        rows={seconds?.markets.map(
          ({ symbol, currency_name, up, down, total, cap, tickets, is_open }) => [
            <Market key="market" name={`${symbol} in ${currency_name}`} isOpen={is_open} />,
            tickets.toLocaleString('en'),
            groupDigits(up),
            groupDigits(down),
            <Taken key="total" name={`${symbol} in ${currency_name}`} part={total} cap={cap} />,
            `${groupDigits(cap)} ${currency_name}`,
          ],
        )}
      />
    </Panel>
  );
}

/** Open is the usual state: only closed markets are marked. */
function Market({
  name,
  isOpen,
  quote = '',
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly quote?: string;
}) {
  return (
    <>
      {name} {!isOpen && <OpenChip isOpen={false} />}
      <PlayMark currency={quote} />
    </>
  );
}

/** An amount with its share of the cap, as text and as a bar. */
function Taken({
  name,
  part,
  cap,
}: {
  readonly name: string;
  readonly part: string;
  readonly cap: string;
}) {
  const share = shareOf(part, cap);
  return (
    <Box sx={{ minWidth: 96 }}>
      {groupDigits(rounded(part))}
      <LinearProgress
        variant="determinate"
        value={Math.min(share, 10_000) / 100}
        color={share >= NEARLY_BPS ? 'warning' : 'primary'}
        aria-label={`Share of the cap, ${name}`}
        sx={{ my: 0.5, borderRadius: 1, bgcolor: 'action.selected' }}
      />
      <Typography
        variant="caption"
        component="div"
        color={share >= NEARLY_BPS ? 'warning.main' : 'text.disabled'}
      >
        {percentOf(share)}
      </Typography>
    </Box>
  );
}

interface RowsProps {
  readonly headings: readonly string[];
  /** The first right-aligned column. */
  readonly numbersFrom: number;
  /** Whether a narrow screen hides the last column. */
  readonly isLastMinor?: boolean;
  readonly empty: string;
  /** Undefined while loading. */
  readonly rows: readonly (readonly ReactNode[])[] | undefined;
}

function Rows({ headings, numbersFrom, isLastMinor = false, empty, rows }: RowsProps) {
  if (rows?.length === 0)
    return <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{empty}</Typography>;
  const shown = (column: number) =>
    isLastMinor && column === headings.length - 1 ? LAST_ON_DESKS : {};
  const align = (column: number) => (column < numbersFrom ? 'left' : 'right');
  return (
    <TableContainer tabIndex={0} sx={CARDS_ON_PHONES}>
      <Table>
        <TableHead>
          <TableRow>
            {headings.map((heading, column) => (
              <TableCell key={heading} align={align(column)} sx={shown(column)}>
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {(
            rows ??
            Array.from({ length: LOADING_ROWS }, () =>
              headings.map((heading) => <Skeleton key={heading} />),
            )
          ).map((cells, row) => (
            <TableRow key={row} hover>
              {cells.map((cell, column) => (
                <TableCell
                  key={column}
                  align={align(column)}
                  data-label={headings[column]}
                  sx={{ whiteSpace: 'nowrap', ...shown(column) }}
                >
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
