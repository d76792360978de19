import { LOAN_BOUNDS } from '@meridian/contract/loan/bounds';
import type { ReactNode } from 'react';
import {
  BooleanInput,
  FormDataConsumer,
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
import { loanFaults } from './loan-faults.ts';
import type { LoanOffer } from './loan-words.ts';
import { SaversNote } from './savers-note.tsx';

const MANY = 1_000;
const [LEAST_RATE_PPB, MOST_RATE_PPB] = LOAN_BOUNDS.ratePpb;
const [, MOST_LEVEL_BPS] = LOAN_BOUNDS.levelBps;
const NEW_OFFER = {
  rate_ppb: 10_274,
  fund_bps: 1_500,
  initial_bps: 6_500,
  warn_1_bps: 7_140,
  warn_2_bps: 7_410,
  warn_3_bps: 7_690,
  liquidation_bps: 8_330,
  fee_bps: 100,
  bound_bps: 300,
  is_open: false,
};

export function LoanOfferEdit() {
  return (
    <EditPage title={<Name />}>
      <LoanOfferForm />
    </EditPage>
  );
}

export function LoanOfferCreate() {
  return (
    <CreatePage title="New loan">
      <LoanOfferForm startingOffer={NEW_OFFER}>
        <FormGroup title="What is lent">
          <ReferenceInput
            source="market"
            reference="markets"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="symbol"
              label="Market"
              helperText="Its base is the collateral, its quote the coin that is lent. It can never be changed."
              validate={required()}
            />
          </ReferenceInput>
          <NumberInput
            source="product"
            label="Savings product"
            min={1}
            step={1}
            validate={required()}
            helperText="The number of the savings that lend, in the coin that is lent. It can never be changed."
          />
        </FormGroup>
      </LoanOfferForm>
    </CreatePage>
  );
}

function Name() {
  const offer = useRecordContext<LoanOffer>();
  return <>{offer === undefined ? 'Loan' : `Loan ${offer.id} on ${offer.symbol}`}</>;
}

function LoanOfferForm({
  children,
  startingOffer,
}: {
  readonly children?: ReactNode;
  readonly startingOffer?: object;
}) {
  return (
    <TermsForm
      starting={startingOffer}
      faults={loanFaults}
      about="Changes apply to loans taken from now on: one that runs keeps what was agreed. Another operator has to agree, except where a loan is only closed."
    >
      {children}
      <FormGroup title="State">
        <BooleanInput source="is_open" label="Can be taken" helperText={false} />
      </FormGroup>
      <FormGroup title="Amount">
        <DecimalInput source="min_number" label="Least" helperText="In the coin that is lent." />
        <DecimalInput source="max_number" label="Most" helperText="In the coin that is lent." />
      </FormGroup>
      <FormGroup title="Interest">
        <NumberInput
          source="rate_ppb"
          label="Of an hour (billionths)"
          min={LEAST_RATE_PPB}
          max={MOST_RATE_PPB}
          step={1}
          validate={isWithin(LEAST_RATE_PPB, MOST_RATE_PPB)}
          helperText="Parts per billion of the principal for each hour that begins. 10274 are about 9% a year."
        />
        <BasisPointsInput
          source="fund_bps"
          label="Insurance"
          most={LOAN_BOUNDS.fundBps[1]}
          helperText="of the interest; the rest pays the savers"
        />
        <FormDataConsumer<Partial<LoanOffer>>>
          {({ formData }) => <SaversNote {...formData} />}
        </FormDataConsumer>
      </FormGroup>
      <Levels />
      <FormGroup title="Sale of collateral">
        <BasisPointsInput
          source="fee_bps"
          label="Fee"
          most={LOAN_BOUNDS.feeBps[1]}
          helperText="of what a sale brings, for the insurance"
        />
        <BasisPointsInput
          source="bound_bps"
          label="Bound"
          least={LOAN_BOUNDS.boundBps[0]}
          most={LOAN_BOUNDS.boundBps[1]}
          helperText="below the index at most"
        />
      </FormGroup>
    </TermsForm>
  );
}

/** Levels of the debt beside the collateral's worth, each above the one before it. */
function Levels() {
  return (
    <FormGroup title="Levels of the LTV">
      <BasisPointsInput
        source="initial_bps"
        label="Initial"
        least={LOAN_BOUNDS.initialBps[0]}
        most={LOAN_BOUNDS.initialBps[1]}
        helperText="at most for a new loan; a sale restores it"
      />
      <BasisPointsInput
        source="warn_1_bps"
        label="Warning 1"
        most={MOST_LEVEL_BPS}
        helperText="warns first"
      />
      <BasisPointsInput
        source="warn_2_bps"
        label="Warning 2"
        most={MOST_LEVEL_BPS}
        helperText="warns again"
      />
      <BasisPointsInput
        source="warn_3_bps"
        label="Warning 3"
        most={MOST_LEVEL_BPS}
        helperText="warns for the last time"
      />
      <BasisPointsInput
        source="liquidation_bps"
        label="Liquidation"
        most={MOST_LEVEL_BPS}
        helperText="sells collateral"
      />
    </FormGroup>
  );
}
