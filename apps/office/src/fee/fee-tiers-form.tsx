import {
  ArrayInput,
  maxLength,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  SimpleFormIterator,
} from 'react-admin';
import { isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { EditPage, TermsForm } from '../shared/form-pages.tsx';
import { rowsOfFields } from '../shared/iterator-rows.ts';
import { feeTierFaults } from './fee-tier-faults.ts';

const MANY = 1_000;
const MOST_TIERS = 20;
const MAKER_BPS = [-100, 1_000] as const;
const TAKER_BPS = [0, 1_000] as const;
const TIER_ROWS = rowsOfFields(3);

/** All tiers at once. */
export function FeeTiersEdit() {
  return (
    <EditPage title="Change fee tiers">
      <TermsForm
        faults={feeTierFaults}
        about="They hold at once for all trades. A customer has the highest tier that the volume of the 30 days before today reaches; a market whose own rate is lower keeps it. A maker rate below zero is a rebate: it is paid from the taker's fee of the trade, of which at least one basis point stays. Another currency begins all volumes anew, and without tiers nothing is counted."
      >
        <FormGroup title="Volume">
          <ReferenceInput
            source="currency"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="code"
              label="Currency"
              helperText="Trades in markets against it count."
              validate={required()}
            />
          </ReferenceInput>
        </FormGroup>
        <FormGroup title="Tiers">
          <Tiers />
        </FormGroup>
      </TermsForm>
    </EditPage>
  );
}

function Tiers() {
  return (
    <ArrayInput
      source="tiers"
      label="Least volume first"
      validate={maxLength(MOST_TIERS, 'At most twenty')}
      helperText={false}
    >
      <SimpleFormIterator inline disableReordering disableClear sx={TIER_ROWS}>
        <DecimalInput source="volume" label="Volume from" helperText="" />
        <NumberInput
          source="maker_fee_bps"
          label="Maker (bps)"
          min={-100}
          max={1_000}
          step={1}
          validate={isWithin(...MAKER_BPS)}
          helperText={false}
        />
        <NumberInput
          source="taker_fee_bps"
          label="Taker (bps)"
          min={0}
          max={1_000}
          step={1}
          validate={isWithin(...TAKER_BPS)}
          helperText={false}
        />
      </SimpleFormIterator>
    </ArrayInput>
  );
}
