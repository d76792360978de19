import type { Permission } from '@meridian/contract/office/permissions';
import { Box, Button, Chip } from '@mui/material';
import { DataTable, usePermissions, useRecordContext } from 'react-admin';
import { tabsOf } from '../shared/queue-state.ts';
import { StateChip } from '../shared/state-chip.tsx';
import { ACCOUNT_CELL } from '../shared/account-name.tsx';
import { CustomerLink } from '../shared/customer-link.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { EvidenceButton } from './evidence-button.tsx';
import { DEAL_QUEUES, ENDED_BY, FIAT, WAYS, type P2pDeal } from './p2p-words.ts';

const FILTERS = [searchFilter('Account or user')];
const TABS = tabsOf(DEAL_QUEUES);
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-opened_time, & .column-money': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-number, & .column-seller_account': { display: { xs: 'none', sm: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 10_000 };
const ONE_LINE = () => ({ whiteSpace: 'nowrap' }) as const;
const Column = DataTable.Col<P2pDeal>;

/** Deals of all customers, newest first. */
export function P2pDealList() {
  return (
    <OfficeList title="P2P deals" filters={FILTERS} queryOptions={REFRESHING}>
      <ListTabs source="status" label="State" tabs={TABS} />
      <DataTable
        rowClick="expand"
        expand={<DealDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No deal in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="buyer_account"
          label="Buyer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ buyer, buyer_account }) => (
            <CustomerLink user={buyer} account={buyer_account} />
          )}
        />
        <Column
          source="seller_account"
          label="Seller"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ seller, seller_account }) => (
            <CustomerLink user={seller} account={seller_account} />
          )}
        />
        <Column
          source="number"
          label="Coins"
          align="right"
          disableSort
          cellSx={ONE_LINE}
          render={({ number, currency_name }) => `${groupDigits(number)} ${currency_name}`}
        />
        <Column
          source="money"
          label="Money"
          align="right"
          disableSort
          cellSx={ONE_LINE}
          render={({ money }) => `${groupDigits(money)} ${FIAT}`}
        />
        <Column source="opened_time" label="Opened" disableSort />
        <Column
          source="status"
          label="State"
          disableSort
          render={(deal) => <StateOf deal={deal} />}
        />
      </DataTable>
    </OfficeList>
  );
}

function StateOf({ deal: { status, is_stuck, appeal } }: { readonly deal: P2pDeal }) {
  return (
    <>
      <StateChip state={DEAL_QUEUES[is_stuck ? 'stuck' : status]} />
      {appeal > 0 && <Chip label="Appeal" color="error" variant="outlined" />}
    </>
  );
}

function DealDetails() {
  const deal = useRecordContext<P2pDeal>();
  const { permissions = [] } = usePermissions<readonly Permission[]>();
  if (deal === undefined) return null;
  const coins = (number: string): string => `${groupDigits(number)} ${deal.currency_name}`;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Deal', deal.id],
          ['Ad', `${deal.ad}, taken by the ${deal.taker}`],
          [
            `Buyer, customer ${deal.buyer}`,
            <CustomerLink key="buyer" user={deal.buyer} account={deal.buyer_account} />,
          ],
          [
            `Seller, customer ${deal.seller}`,
            <CustomerLink key="seller" user={deal.seller} account={deal.seller_account} />,
          ],
          ['Coins', coins(deal.number)],
          ['Price', `${groupDigits(deal.price)} ${FIAT}`],
          ['Money', `${groupDigits(deal.money)} ${FIAT}, ${WAYS[deal.way]}`],
          ['Opened', deal.opened_time],
          ['To be paid until', deal.pay_due_time],
          ['Marked as paid', deal.paid_time],
          ['To be released until', deal.release_due_time],
          ['Seller asks to call it off', deal.is_cancel_asked ? 'Yes' : 'No'],
          ['Open appeal', deal.appeal === 0 ? '' : deal.appeal],
          [
            'Ended',
            deal.ended_time === '' ? '' : `${deal.ended_time}, by ${ENDED_BY[deal.ended_by]}`,
          ],
          ['Coins to the buyer', coins(deal.to_buyer)],
        ]}
      />
      {permissions.includes('p2p.cases') && (
        <>
          <Button
            variant="outlined"
            size="small"
            href={`#/p2p-deals/${deal.id}/show`}
            sx={{ mx: 2, mb: 2 }}
          >
            Open with chat and appeals
          </Button>
          <EvidenceButton deal={deal.id} />
        </>
      )}
    </Box>
  );
}
