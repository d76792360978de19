import { Alert, Box } from '@mui/material';
import {
  BooleanInput,
  FormDataConsumer,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  SimpleForm,
  TopToolbar,
  useRecordContext,
} from 'react-admin';
import type { ReactNode } from 'react';
import { CancelOrdersButton } from '../spot/cancel-orders-button.tsx';
import { BasisPointsInput, isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage } from '../shared/form-pages.tsx';
import { FormToolbar } from '../shared/form-toolbar.tsx';
import { MARKET_STATUSES } from './market-status.ts';
import type { Market } from './market-translate.ts';

/** The rules of a listed market. */
export function MarketEdit() {
  return (
    <EditPage title={<Symbol />} actions={<MarketActions />}>
      <MarketForm>
        <GridNote />
      </MarketForm>
    </EditPage>
  );
}

function MarketActions() {
  const market = useRecordContext<Market>();
  return (
    <TopToolbar>
      {market !== undefined && (
        <CancelOrdersButton
          scope="market"
          id={market.id}
          name={`all orders of ${market.symbol}`}
          label="Cancel orders"
        />
      )}
    </TopToolbar>
  );
}

function Symbol() {
  return <>{useRecordContext<Market>()?.symbol ?? 'Market'}</>;
}

const STARTING_RULES = {
  maker_fee_bps: 8,
  taker_fee_bps: 10,
  max_open_orders: 200,
  band_bps: 2000,
  slippage_bps: 500,
  status: 'closed',
  is_display: false,
  hasSeconds: false,
};

/** A new market. Its currencies, tick and lot cannot be changed later. */
export function MarketCreate() {
  return (
    <CreatePage title="New market">
      <MarketForm startingRules={STARTING_RULES}>
        <FormGroup title="What is traded">
          <ReferenceInput
            source="base"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={1000}
          >
            <SelectInput
              optionText="code"
              label="Base currency"
              helperText="What is bought and sold."
              validate={required()}
            />
          </ReferenceInput>
          <ReferenceInput
            source="quote"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={1000}
          >
            <SelectInput
              optionText="code"
              label="Quote currency"
              helperText="What prices are in."
              validate={required()}
            />
          </ReferenceInput>
          <DecimalInput
            source="tick_size"
            label="Tick"
            helperText="Smallest step of a price, in quote currency."
          />
          <DecimalInput
            source="lot_size"
            label="Lot"
            helperText="Smallest step of a quantity, in base currency."
          />
        </FormGroup>
        <Alert severity="warning" sx={{ width: '100%', mb: 1 }}>
          Currencies, tick and lot can never be changed. One tick times one lot must be a whole
          number of the quote currency's smallest unit. A price band needs index prices: the price
          feed knows a new market after the next start of the server.
        </Alert>
      </MarketForm>
    </CreatePage>
  );
}

function GridNote() {
  const market = useRecordContext<Market>();
  return (
    <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
      Tick {market?.tick_size} and lot {market?.lot_size} stay as they are: open orders and history
      count in them. Every change is a journaled command and is in force at once.
    </Alert>
  );
}

function MarketForm({
  children,
  startingRules,
}: {
  readonly children: ReactNode;
  readonly startingRules?: object;
}) {
  return (
    <SimpleForm
      {...(startingRules === undefined ? {} : { defaultValues: startingRules })}
      warnWhenUnsavedChanges
      toolbar={<FormToolbar />}
    >
      {children}
      <MarketState />
      <FormGroup title="Fees">
        <BasisPointsInput
          source="maker_fee_bps"
          label="Maker fee"
          most={1000}
          helperText="of what the maker receives"
        />
        <BasisPointsInput
          source="taker_fee_bps"
          label="Taker fee"
          most={1000}
          helperText="of what the taker receives"
        />
      </FormGroup>
      <FormGroup title="Orders">
        <DecimalInput
          source="min_total"
          label="Least order"
          helperText="Worth in quote currency."
        />
        <DecimalInput
          source="max_quantity"
          label="Largest order"
          helperText="In base currency, in whole lots."
        />
        <NumberInput
          source="max_open_orders"
          label="Open orders of one user"
          min={1}
          max={1_000_000}
          step={1}
          validate={isWithin(1, 1_000_000)}
          helperText="At most, in this market."
        />
      </FormGroup>
      <FormGroup title="Guards">
        <BasisPointsInput
          source="band_bps"
          label="Price band"
          most={9999}
          helperText="around the index; 0: no band, no index needed"
        />
        <BasisPointsInput
          source="slippage_bps"
          label="Slippage of market orders"
          most={9999}
          helperText="from the best price and the index; 0: the band is the cap"
        />
      </FormGroup>
    </SimpleForm>
  );
}

function MarketState() {
  return (
    <FormGroup title="State">
      <FormDataConsumer<Market>>
        {({ formData }) => (
          <SelectInput
            source="status"
            label="State"
            choices={[...MARKET_STATUSES]}
            helperText={MARKET_STATUSES.find(({ id }) => id === formData.status)?.meaning ?? ''}
            validate={required()}
          />
        )}
      </FormDataConsumer>
      <Box>
        <BooleanInput source="is_display" label="Shown in lists" helperText={false} />
        <BooleanInput
          source="hasSeconds"
          label="Seconds contracts on its price"
          helperText={false}
        />
      </Box>
    </FormGroup>
  );
}
