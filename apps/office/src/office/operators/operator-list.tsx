import type { Output } from '@meridian/contract/client/named-calls';
import CheckIcon from '@mui/icons-material/Check';
import {
  Box,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import {
  PERMISSIONS,
  ROLE_NAMES,
  ROLES,
  type Permission,
  type Role,
} from '@meridian/contract/office/permissions';
import { DataTable, TopToolbar } from 'react-admin';
import { NewButton } from '../../shared/new-button.tsx';
import { OfficeList } from '../../shared/office-list.tsx';
import { Panel } from '../../shared/panel.tsx';
import { RowLink } from '../../shared/row-link.tsx';
import { PERMISSION_NAMES, roleName } from './roles.ts';

type Operator = Output<'GET /office/api/operators'>[number];

/** Columns that a narrow screen hides; the operator's form shows them. */
const NARROW = {
  '& .column-name, & .column-totp, & .column-decides_from, & .column-invited_by, & .column-created_time':
    { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<Operator>;
/** Sticky while the roles scroll sideways. */
const FIRST_COLUMN = { position: 'sticky', left: 0, zIndex: 1, minWidth: 144 } as const;

/** Operators, and the permissions of their roles. */
export function OperatorList() {
  const actions = (
    <TopToolbar>
      <NewButton label="New operator" />
    </TopToolbar>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <OfficeList title="Operators" actions={actions} sort={{ field: 'id', order: 'ASC' }}>
        <DataTable rowClick="edit" bulkActionButtons={false} sx={NARROW}>
          <Column
            source="account"
            label="Account"
            cellSx={() => ({ overflowWrap: 'anywhere' })}
            render={({ account }) => <RowLink to="edit">{account}</RowLink>}
          />
          <Column source="name" label="Name" />
          <Column source="role" label="Role" render={({ role }) => roleName(role)} />
          <Column
            source="totp"
            label="Authenticator"
            render={({ totp }) => (totp ? 'In use' : <Chip label="Not set up" color="warning" />)}
          />
          <Column source="is_disabled" label="State" render={stateChip} />
          <Column
            source="decides_from"
            label="Decides from"
            render={({ decides_from }) => decides_from}
          />
          <Column
            source="invited_by"
            label="Invited by"
            cellSx={() => ({ overflowWrap: 'anywhere' })}
          />
          <Column source="created_time" label="Added" />
        </DataTable>
      </OfficeList>
      <Panel title="What each role allows">
        <RoleMatrix />
      </Panel>
    </Box>
  );
}

function stateChip({ is_disabled, is_invited }: Operator) {
  if (is_disabled) return <Chip label="Disabled" color="error" />;
  return is_invited ? (
    <Chip label="Invited" color="info" />
  ) : (
    <Chip label="Active" color="success" />
  );
}

function RoleMatrix() {
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Roles and what they allow">
      <Table sx={{ borderCollapse: 'separate' }}>
        <TableHead>
          <TableRow>
            <TableCell sx={FIRST_COLUMN}>Permission</TableCell>
            {ROLE_NAMES.map((role) => (
              <TableCell key={role} align="center">
                {roleName(role)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {PERMISSIONS.map((permission) => (
            <TableRow key={permission} hover>
              <TableCell
                component="th"
                scope="row"
                sx={{ ...FIRST_COLUMN, bgcolor: 'background.paper' }}
              >
                {PERMISSION_NAMES[permission]}
              </TableCell>
              {ROLE_NAMES.map((role) => (
                <TableCell key={role} align="center">
                  {isAllowed(role, permission) ? (
                    <CheckIcon titleAccess="Yes" fontSize="small" color="success" />
                  ) : (
                    <span aria-label="No">–</span>
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function isAllowed(role: Role, permission: Permission): boolean {
  const allowed: readonly Permission[] = ROLES[role];
  return allowed.includes(permission);
}
