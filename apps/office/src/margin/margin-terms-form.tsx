import { Alert } from '@mui/material';
import { BooleanInput, NumberInput, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import { BasisPointsInput, isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { EditPage } from '../shared/form-pages.tsx';
import { FormToolbar } from '../shared/form-toolbar.tsx';
import type { MarginTerms } from './margin-words.ts';
import { marginFaults } from './margin-faults.ts';

const MOST_LOTS = 2 ** 36;

/** The terms of leveraged contracts of a market. */
export function MarginTermsEdit() {
  return (
    <EditPage title={<Symbol />}>
      <SimpleForm validate={marginFaults} warnWhenUnsavedChanges toolbar={<FormToolbar />}>
        <NewOnesOnly />
        <FormGroup title="State">
          <BooleanInput
            source="is_open"
            label="New positions are taken"
            helperText="Closed: nothing is opened. Closing always works."
          />
        </FormGroup>
        <Choices />
        <Costs />
        <Fills />
        <Guards />
      </SimpleForm>
    </EditPage>
  );
}

function Choices() {
  return (
    <FormGroup title="What can be chosen">
      <TextInput
        source="leverages"
        label="Leverages"
        helperText="Whole numbers with commas, like 5, 10, 20."
        isRequired
      />
      <DecimalInput source="lot_size" label="Lot" helperText="In base currency." />
      <NumberInput
        source="min_lots"
        label="Least lots of an order"
        min={1}
        step={1}
        validate={isWithin(1, MOST_LOTS)}
        helperText={false}
      />
      <NumberInput
        source="max_lots"
        label="Most lots of an order"
        min={1}
        step={1}
        validate={isWithin(1, MOST_LOTS)}
        helperText={false}
      />
    </FormGroup>
  );
}

function Costs() {
  return (
    <FormGroup title="What it costs">
      <BasisPointsInput
        source="spread_bps"
        label="Spread"
        most={1000}
        helperText="added for a long, taken for a short"
      />
      <BasisPointsInput
        source="fee_bps"
        label="Fee"
        most={1000}
        helperText="of the contract value, on opening"
      />
      <BasisPointsInput
        source="overnight_bps"
        label="Overnight fee"
        most={1000}
        helperText="of the contract value, each Shanghai midnight"
      />
    </FormGroup>
  );
}

function Fills() {
  return (
    <FormGroup title="How orders fill">
      <NumberInput
        source="fill_delay_ms"
        label="Fill delay (ms)"
        min={0}
        max={10_000}
        step={1}
        validate={isWithin(0, 10_000)}
        helperText="An order fills at the first index whose quotes are all younger by more than this."
      />
      <NumberInput
        source="fill_timeout_ms"
        label="Longest wait (ms)"
        min={1_000}
        max={600_000}
        step={1}
        validate={isWithin(1_000, 600_000)}
        helperText="Where no such index comes, the order is void."
      />
      <BasisPointsInput
        source="slippage_bps"
        label="Slippage of market orders"
        least={1}
        most={1000}
        helperText="from the index of the moment of the order"
      />
      <NumberInput
        source="min_sources"
        label="Least venues"
        min={1}
        max={100}
        step={1}
        validate={isWithin(1, 100)}
        helperText="An index of fewer opens nothing."
      />
    </FormGroup>
  );
}

function Guards() {
  return (
    <FormGroup title="Guards">
      <NumberInput
        source="maintenance_percent"
        label="Maintenance (percent)"
        min={1}
        max={100}
        step={1}
        validate={isWithin(1, 100)}
        helperText="Below this margin ratio positions are liquidated."
      />
      <BasisPointsInput
        source="liquidation_fee_bps"
        label="Liquidation fee"
        most={1000}
        helperText="of the contract value, from what a liquidation leaves, to insurance"
      />
      <BasisPointsInput
        source="house_move_bps"
        label="Move that the house covers"
        most={10_000}
        helperText="beyond it nothing is opened that the house could not pay"
      />
      <DecimalInput
        source="exposure_cap"
        label="Exposure cap"
        helperText="In quote currency, for long and short each. Beyond it nothing is opened."
      />
    </FormGroup>
  );
}

function Symbol() {
  const terms = useRecordContext<MarginTerms>();
  return <>{terms === undefined ? 'Leverage terms' : `Leverage terms of ${terms.symbol}`}</>;
}

function NewOnesOnly() {
  const terms = useRecordContext<MarginTerms>();
  if (terms === undefined) return null;
  return (
    <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
      {`Changes apply to new positions only: whatever is open keeps the terms that it was opened under, until it is closed.${terms.is_offered ? '' : ' This market has never offered leveraged contracts.'}`}
    </Alert>
  );
}
