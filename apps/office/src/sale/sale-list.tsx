import { Box, Button, Chip } from '@mui/material';
import { useState } from 'react';
import { DataTable, TopToolbar } from 'react-admin';
import { call } from '../http.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import { SALE_KINDS, SALE_STATES, type Sale } from './sale-words.ts';

/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-opens_time, & .column-closes_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-supply, & .column-sold, & .column-kind': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-id, & .column-entries': { display: { xs: 'none', sm: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 15_000 };
const Column = DataTable.Col<Sale>;

/** Token sales and crowdfunding. */
export function SaleList() {
  const actions = (
    <TopToolbar>
      <NewButton label="New sale" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Token sales"
      actions={actions}
      sort={{ field: 'id', order: 'DESC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No sale was announced yet." />}
      >
        <Column source="id" label="Id" />
        <Column source="title" label="Title" />
        <Column
          source="kind"
          label="Kind"
          render={({ kind }) => SALE_KINDS.find(({ id }) => id === kind)?.name}
        />
        <Column
          source="state"
          label="State"
          render={({ state }) => <Chip {...SALE_STATES[state]} size="small" />}
        />
        <Column source="entries" label="People" align="right" />
        <Column source="committed" label="Committed" align="right" render={committedOf} />
        <Column
          source="supply"
          label="Offered"
          align="right"
          render={({ supply, currency_name }) => `${groupDigits(supply)} ${currency_name}`}
        />
        <Column source="sold" label="Sold" align="right" render={({ sold }) => groupDigits(sold)} />
        <Column source="opens_time" label="Opens" />
        <Column source="closes_time" label="Ends" />
        <Column
          disableSort
          label=""
          align="right"
          render={(sale) =>
            ['announced', 'open'].includes(sale.state) && <CancelButton sale={sale} />
          }
        />
      </DataTable>
    </OfficeList>
  );
}

/** The committed amount; of a crowdfunding also the amount that counts towards its target. */
function committedOf({ committed, demanded, target, paid_name }: Sale): string {
  const sum = `${groupDigits(committed)} ${paid_name}`;
  if (target === '0') return sum;
  return `${sum}, ${groupDigits(demanded)} of ${groupDigits(target)} count`;
}

/** Ends a sale without a result, with a reason that its buyers read. */
function CancelButton({ sale: { id, title } }: { readonly sale: Sale }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const confirm = (why: string): void => {
    void run(() => call('POST /office/api/sale_cancel', { id, why, reason: why })).then(
      (isDone) => isDone && setOpen(false),
    );
  };
  return (
    <Box onClick={(event) => event.stopPropagation()}>
      <Button
        variant="outlined"
        color="error"
        size="small"
        onClick={() => setOpen(true)}
        aria-label={`Cancel sale ${id}`}
      >
        Cancel
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Cancel "${title}"`}
          text="Everybody gets everything back, and it cannot be opened again. Another operator has to agree."
          hint="Who decides reads it, and so does everybody who committed."
          confirmLabel="Cancel this sale"
          isDangerous
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </Box>
  );
}
