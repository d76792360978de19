import {
  Button,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { usePermissions } from 'react-admin';
import type { ReactNode } from 'react';
import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { Panel } from '../shared/panel.tsx';
import { useAction } from '../shared/use-action.ts';
import { walletName } from '../shared/wallet-names.ts';
import { eventName } from './event-name.ts';
import type { User } from './user.ts';

interface UserPart {
  /** Undefined while loading. */
  readonly user: User | undefined;
}

export function Balances({ user }: UserPart) {
  return (
    <Panel title="Balances">
      <Rows
        headings={['Wallet', 'Currency', 'Available', 'Held']}
        isNumber={[false, false, true, true]}
        rows={user?.balances.map(({ wallet, currency_name, available, held }) => ({
          key: `${wallet} ${currency_name}`,
          cells: [walletName(wallet), currency_name, groupDigits(available), groupDigits(held)],
        }))}
        empty="Nothing in any wallet."
      />
    </Panel>
  );
}

export function Sessions({ user }: UserPart) {
  const { isBusy, run } = useAction();
  const { permissions = [] } = usePermissions<readonly string[]>();
  const end = (session: string): void =>
    void run(() => call('POST /office/api/session_end', { user: user?.id ?? 0, id: session }));
  const mayEnd = permissions.includes('users.freeze');
  return (
    <Panel title="Sessions">
      <Rows
        headings={['Device', 'Address', 'Last used', ...(mayEnd ? [''] : [])]}
        rows={user?.sessions.map(({ id, device, address, last_used_time }) => {
          const button = (
            <Button
              key={id}
              size="small"
              color="error"
              disabled={isBusy}
              onClick={() => end(id)}
              aria-label={`End the session on ${device}`}
            >
              End
            </Button>
          );
          return { key: id, cells: [device, address, last_used_time, ...(mayEnd ? [button] : [])] };
        })}
        empty="Not logged in anywhere."
      />
    </Panel>
  );
}

export function History({ user }: UserPart) {
  return (
    <Panel title="Devices and history">
      <Rows
        headings={['Time', 'What', 'Device', 'Address']}
        rows={user?.history.map(({ kind, device, address, created_time }, index) => ({
          key: `${created_time} ${index}`,
          cells: [created_time, eventName({ kind, address }), device, address],
        }))}
        empty="Nothing happened yet."
      />
    </Panel>
  );
}

interface RowsProps {
  readonly headings: readonly string[];
  /** By column: whether it is right-aligned. */
  readonly isNumber?: readonly boolean[];
  readonly rows:
    readonly { readonly key: string; readonly cells: readonly ReactNode[] }[] | undefined;
  readonly empty: string;
}

function Rows({ headings, isNumber = [], rows, empty }: RowsProps) {
  if (rows?.length === 0)
    return <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{empty}</Typography>;
  const align = (column: number) => (isNumber[column] === true ? 'right' : 'left');
  return (
    <TableContainer tabIndex={0} sx={{ maxHeight: 420 }}>
      <Table stickyHeader>
        <TableHead>
          <TableRow>
            {headings.map((heading, column) => (
              <TableCell key={heading} align={align(column)}>
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {(
            rows ?? [
              { key: 'loading', cells: headings.map((heading) => <Skeleton key={heading} />) },
            ]
          ).map(({ key, cells }) => (
            <TableRow key={key} hover>
              {cells.map((cell, column) => (
                <TableCell key={column} align={align(column)}>
                  {cell === '' ? '--' : cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
