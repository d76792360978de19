import { ReferenceInput, required, SelectInput } from 'react-admin';
import { BasisPointsInput } from '../shared/basis-points-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { EditPage, TermsForm } from '../shared/form-pages.tsx';
import { MOST_REBATE_BPS, rebateFaults } from './rebate-faults.ts';

const MANY = 1_000;

/** The shares of all levels at once. */
export function RebateRatesEdit() {
  return (
    <EditPage title="Change rebate rates">
      <TermsForm
        faults={rebateFaults}
        about="They hold from the next day (UTC) on, never for a day that has begun. A day is paid at its end, from the account of rebates; a payer whose shares are more than it has waits."
      >
        <FormGroup title="Paid in">
          <ReferenceInput
            source="currency"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="code"
              label="Currency"
              helperText="A fee in a coin without any market against it does not count; one without an open market and a fresh index waits for a week."
              validate={required()}
            />
          </ReferenceInput>
        </FormGroup>
        <FormGroup title="Share of a fee">
          <BasisPointsInput
            source="level_1_bps"
            label="Who invited the payer"
            most={MOST_REBATE_BPS}
            helperText="of the fee"
          />
          <BasisPointsInput
            source="level_2_bps"
            label="Who invited them"
            most={MOST_REBATE_BPS}
            helperText="of the fee"
          />
          <BasisPointsInput
            source="level_3_bps"
            label="Third level"
            most={MOST_REBATE_BPS}
            helperText="of the fee"
          />
        </FormGroup>
      </TermsForm>
    </EditPage>
  );
}
