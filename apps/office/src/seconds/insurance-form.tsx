import type { ReactNode } from 'react';
import {
  BooleanInput,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  useRecordContext,
} from 'react-admin';
import { BasisPointsInput, isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage, TermsForm } from '../shared/form-pages.tsx';
import type { InsuranceOffer } from './seconds-words.ts';
import { insuranceFaults } from './seconds-faults.ts';

const MANY = 1_000;
const NEW_OFFER = { premium_bps: 1_500, cover_bps: 2_000, days: 1, is_open: false };

export function InsuranceEdit() {
  return (
    <EditPage title={<Name />}>
      <InsuranceForm />
    </EditPage>
  );
}

export function InsuranceCreate() {
  return (
    <CreatePage title="New insurance">
      <InsuranceForm startingOffer={NEW_OFFER}>
        <FormGroup title="What is insured">
          <ReferenceInput
            source="currency"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="code"
              label="Currency"
              helperText="It can never be changed."
              validate={required()}
            />
          </ReferenceInput>
        </FormGroup>
      </InsuranceForm>
    </CreatePage>
  );
}

function Name() {
  const offer = useRecordContext<InsuranceOffer>();
  return (
    <>{offer === undefined ? 'Insurance' : `Insurance ${offer.id} in ${offer.currency_name}`}</>
  );
}

function InsuranceForm({
  children,
  startingOffer,
}: {
  readonly children?: ReactNode;
  readonly startingOffer?: object;
}) {
  return (
    <TermsForm
      starting={startingOffer}
      faults={insuranceFaults}
      about="Changes apply to insurances bought from now on: one that runs keeps what was agreed. Claims are paid twice a day at most, from the insurance account."
    >
      {children}
      <FormGroup title="State">
        <BooleanInput source="is_open" label="Can be bought" helperText={false} />
      </FormGroup>
      <FormGroup title="Price and cover">
        <BasisPointsInput
          source="premium_bps"
          label="Premium"
          least={1}
          most={10_000}
          helperText="of the insured amount, once"
        />
        <BasisPointsInput
          source="cover_bps"
          label="Cover"
          least={1}
          most={10_000}
          helperText="of a loss is paid"
        />
        <NumberInput
          source="days"
          label="Days"
          min={1}
          max={90}
          step={1}
          validate={isWithin(1, 90)}
          helperText="How many times 24 hours it lasts."
        />
      </FormGroup>
      <FormGroup title="Insured amount">
        <DecimalInput
          source="min_insured"
          label="Least"
          helperText="In the currency that is insured."
        />
        <DecimalInput
          source="max_insured"
          label="Most"
          helperText="In the currency that is insured."
        />
      </FormGroup>
    </TermsForm>
  );
}
