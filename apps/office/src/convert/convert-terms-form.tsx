import { CONVERT_BOUNDS } from '@meridian/contract/convert/bounds';
import type { ReactNode } from 'react';
import { BooleanInput, ReferenceInput, required, SelectInput, useRecordContext } from 'react-admin';
import { BasisPointsInput } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage, TermsForm } from '../shared/form-pages.tsx';
import { convertFaults } from './convert-faults.ts';
import type { ConvertTerms } from './convert-words.ts';

const MANY = 1_000;
const BY_ID = { field: 'id', order: 'ASC' } as const;
const NEW_TERMS = {
  margin_bps: 15,
  cap_bps: 100,
  step: '0.000001',
  dust: '5',
  is_open: false,
};

/** The terms of a currency's conversions. */
export function ConvertTermsEdit() {
  return (
    <EditPage title={<Name />}>
      <ConvertTermsForm />
    </EditPage>
  );
}

export function ConvertTermsCreate() {
  return (
    <CreatePage title="New convert terms">
      <ConvertTermsForm startingTerms={NEW_TERMS}>
        <FormGroup title="What converts">
          <ReferenceInput source="currency" reference="currencies" sort={BY_ID} perPage={MANY}>
            <SelectInput optionText="code" label="Currency" validate={required()} />
          </ReferenceInput>
          <ReferenceInput source="market" reference="markets" sort={BY_ID} perPage={MANY}>
            <SelectInput
              optionText="symbol"
              label="Priced in the market"
              emptyText="None: it is the hub"
              helperText="Its market against the hub. The first currency is the hub, for ever."
            />
          </ReferenceInput>
        </FormGroup>
      </ConvertTermsForm>
    </CreatePage>
  );
}

function Name() {
  const terms = useRecordContext<ConvertTerms>();
  return <>{terms === undefined ? 'Convert terms' : `Convert terms of ${terms.currency_name}`}</>;
}

function ConvertTermsForm({
  children,
  startingTerms,
}: {
  readonly children?: ReactNode;
  readonly startingTerms?: object;
}) {
  return (
    <TermsForm
      starting={startingTerms}
      faults={convertFaults}
      about="Changes apply to new quotes: an open quote keeps its amounts."
    >
      {children}
      <FormGroup title="State">
        <BooleanInput
          source="is_open"
          label="It converts"
          helperText="Closed: no quotes, sweeps or recurring purchases with this currency."
        />
      </FormGroup>
      <FormGroup title="Price">
        <BasisPointsInput
          source="margin_bps"
          label="Margin"
          most={CONVERT_BOUNDS.marginBps[1]}
          helperText="on the worse of index and book; 0 for the hub"
        />
        <BasisPointsInput
          source="cap_bps"
          label="Cap"
          most={CONVERT_BOUNDS.capBps[1]}
          helperText="the furthest from the index; 0 for the hub"
        />
      </FormGroup>
      <FormGroup title="One quote">
        <DecimalInput source="min" label="Least" helperText="In the currency." />
        <DecimalInput source="max" label="Most" helperText="In the currency." />
        <DecimalInput
          source="step"
          label="Step"
          helperText="What is given is a multiple of it. Small balances are exempt."
        />
      </FormGroup>
      <FormGroup title="Guards">
        <DecimalInput
          source="hour_limit"
          label="Most in an hour"
          helperText="The desk gives no more of it in an hour of the clock. Open quotes of one customer promise at most a quarter, so this should be four times the most of a conversion, or more."
        />
        <DecimalInput
          source="dust"
          label="Small balance"
          helperText="In the hub: a balance worth no more can be swept."
        />
      </FormGroup>
    </TermsForm>
  );
}
