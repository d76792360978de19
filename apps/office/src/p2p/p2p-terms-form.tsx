import type { ReactNode } from 'react';
import { BooleanInput, ReferenceInput, required, SelectInput, useRecordContext } from 'react-admin';
import { BasisPointsInput } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage, TermsForm } from '../shared/form-pages.tsx';
import { p2pFaults } from './p2p-faults.ts';
import type { P2pTerms } from './p2p-words.ts';

const MANY = 1_000;
const NEW_TERMS = {
  min_money: '10',
  max_money: '50000',
  band_bps: 2_000,
  two_operators_from: '10000',
  merchant_bond: '0',
  is_open: false,
};

/** The terms of a coin in the marketplace. */
export function P2pTermsEdit() {
  return (
    <EditPage title={<Name />}>
      <P2pTermsForm />
    </EditPage>
  );
}

export function P2pTermsCreate() {
  return (
    <CreatePage title="New P2P terms">
      <P2pTermsForm startingTerms={NEW_TERMS}>
        <FormGroup title="What is traded">
          <ReferenceInput
            source="currency"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="code"
              label="Coin"
              helperText="USDT, or a coin with a market in USDT."
              validate={required()}
            />
          </ReferenceInput>
        </FormGroup>
      </P2pTermsForm>
    </CreatePage>
  );
}

function Name() {
  const terms = useRecordContext<P2pTerms>();
  return <>{terms === undefined ? 'P2P terms' : `P2P terms of ${terms.currency_name}`}</>;
}

function P2pTermsForm({
  children,
  startingTerms,
}: {
  readonly children?: ReactNode;
  readonly startingTerms?: object;
}) {
  return (
    <TermsForm
      starting={startingTerms}
      faults={p2pFaults}
      about="Changes apply to new ads and deals: an open deal keeps its price and its coins."
    >
      {children}
      <FormGroup title="State">
        <BooleanInput
          source="is_open"
          label="New ads and deals are taken"
          helperText="Closed: nothing begins. Open deals go on."
        />
      </FormGroup>
      <FormGroup title="One deal">
        <DecimalInput source="min_money" label="Least" helperText="In CNY." />
        <DecimalInput source="max_money" label="Most" helperText="In CNY." />
        <BasisPointsInput
          source="band_bps"
          label="Price band"
          most={10_000}
          helperText="around the reference, for fixed prices; 0 for none"
        />
      </FormGroup>
      <FormGroup title="Guards">
        <DecimalInput
          source="two_operators_from"
          label="Two operators rule from"
          helperText="In CNY: rulings on deals of this worth and more."
        />
        <DecimalInput
          source="merchant_bond"
          label="Bond of a merchant"
          helperText="In the coin. 0: no bond is posted in this coin."
        />
      </FormGroup>
    </TermsForm>
  );
}
