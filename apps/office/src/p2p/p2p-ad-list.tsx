import { Box, Button, Chip } from '@mui/material';
import { useState } from 'react';
import {
  DataTable,
  ReferenceInput,
  SelectInput,
  usePermissions,
  useRecordContext,
} from 'react-admin';
import { call } from '../http.ts';
import { ACCOUNT_CELL } from '../shared/account-name.tsx';
import { CustomerLink } from '../shared/customer-link.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { useAction } from '../shared/use-action.ts';
import { AD_TYPES, FIAT, type P2pAd } from './p2p-words.ts';

const FILTERS = [
  searchFilter('Account or user'),
  <ReferenceInput
    key="currency"
    source="currency"
    reference="p2p-terms"
    sort={{ field: 'id', order: 'ASC' }}
    alwaysOn
  >
    <SelectInput optionText="currency_name" label="Coin" emptyText="All coins" />
  </ReferenceInput>,
];
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-surplus_number': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-price': { display: { xs: 'none', sm: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 10_000 };
const Column = DataTable.Col<P2pAd>;

/** Ads that are live, newest first. */
export function P2pAdList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayRemove = permissions.includes('p2p.act');
  return (
    <OfficeList title="P2P ads" filters={FILTERS} queryOptions={REFRESHING}>
      <DataTable
        rowClick="expand"
        expand={<AdDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No ad is live here." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Owner"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ user, account }) => <CustomerLink user={user} account={account} />}
        />
        <Column
          source="type"
          label="Ad"
          disableSort
          render={(ad) => (
            <>
              {`${AD_TYPES[ad.type]} ${ad.currency_name} `}
              <Marks ad={ad} />
            </>
          )}
        />
        <Column
          source="price"
          label="Price"
          align="right"
          disableSort
          render={({ price }) => (price === '' ? 'Rests' : `${groupDigits(price)} ${FIAT}`)}
        />
        <Column
          source="surplus_number"
          label="Left"
          align="right"
          disableSort
          render={({ surplus_number, currency_name }) =>
            `${groupDigits(surplus_number)} ${currency_name}`
          }
        />
        {mayRemove && (
          <Column disableSort label="" render={(ad) => <RemoveButton ad={ad} />} align="right" />
        )}
      </DataTable>
    </OfficeList>
  );
}

function Marks({ ad: { is_merchant, is_private, is_paused } }: { readonly ad: P2pAd }) {
  return (
    <>
      {is_merchant && <Chip label="Merchant" color="info" variant="outlined" />}
      {is_private && <Chip label="Private" variant="outlined" />}
      {is_paused && <Chip label="Paused" variant="outlined" />}
    </>
  );
}

function AdDetails() {
  const ad = useRecordContext<P2pAd>();
  if (ad === undefined) return null;
  const coins = (number: string): string => `${groupDigits(number)} ${ad.currency_name}`;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Ad', ad.id],
          ['Owner', ad.user],
          [
            'Price',
            `${ad.price === '' ? 'Rests' : ad.price}, ${ad.is_floating ? 'floating' : 'fixed'}`,
          ],
          ['Offered', coins(ad.total_number)],
          ['Left', coins(ad.surplus_number)],
          ['In open deals', coins(ad.open_number)],
          ['Remark', ad.remark],
          ['Automatic reply', ad.auto_reply],
        ]}
      />
    </Box>
  );
}

/** Takes an ad away, with a reason. */
function RemoveButton({ ad: { id } }: { readonly ad: P2pAd }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const confirm = (reason: string): void => {
    void run(() => call('POST /office/api/p2p_ad_remove', { id, reason })).then(
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
        aria-label={`Remove ad ${id}`}
      >
        Remove
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Remove ad ${id}?`}
          text="Nobody can take it any more. Its open deals go on. The owner can publish another one: restrict the trader to prevent that."
          hint="For the audit log."
          confirmLabel="Remove ad"
          isDangerous
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </Box>
  );
}
