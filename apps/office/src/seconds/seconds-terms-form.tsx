import type { ReactNode } from 'react';
import {
  ArrayInput,
  BooleanInput,
  maxLength,
  minLength,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { BasisPointsInput, isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage, TermsForm } from '../shared/form-pages.tsx';
import { rowsOfFields } from '../shared/iterator-rows.ts';
import type { SecondsTerms } from './seconds-words.ts';
import { secondsFaults } from './seconds-faults.ts';

const MANY = 1_000;
const MOST_DURATIONS = 12;
const DURATION_ROWS = rowsOfFields(4);
const NEW_TERMS = {
  fee_bps: 200,
  open_delay_ms: 500,
  min_sources: 3,
  is_open: false,
  durations: [{ seconds: 30, payout_bps: 8_000 }],
};

/** The terms of seconds contracts, for a market and a currency. */
export function SecondsTermsEdit() {
  return (
    <EditPage title={<Name />}>
      <SecondsTermsForm />
    </EditPage>
  );
}

export function SecondsTermsCreate() {
  return (
    <CreatePage title="New seconds terms">
      <SecondsTermsForm startingTerms={NEW_TERMS}>
        <FormGroup title="Where they are offered">
          <ReferenceInput
            source="market"
            reference="margin-terms"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="symbol"
              label="Market"
              helperText="Its index decides."
              validate={required()}
            />
          </ReferenceInput>
          <ReferenceInput
            source="currency"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="code"
              label="Currency"
              helperText="Of the stakes."
              validate={required()}
            />
          </ReferenceInput>
        </FormGroup>
      </SecondsTermsForm>
    </CreatePage>
  );
}

function Name() {
  const terms = useRecordContext<SecondsTerms>();
  return (
    <>
      {terms === undefined
        ? 'Seconds terms'
        : `Seconds terms of ${terms.symbol} in ${terms.currency_name}`}
    </>
  );
}

function SecondsTermsForm({
  children,
  startingTerms,
}: {
  readonly children?: ReactNode;
  readonly startingTerms?: object;
}) {
  return (
    <TermsForm
      starting={startingTerms}
      faults={secondsFaults}
      about="Changes apply to new tickets only: a running ticket keeps its ratio, its fee and its rule. Nothing here decides an outcome: two ticks of the index do."
    >
      {children}
      <FormGroup title="State">
        <BooleanInput
          source="is_open"
          label="New tickets are taken"
          helperText="Where the market is marked for seconds contracts, too."
        />
      </FormGroup>
      <FormGroup title="Stakes">
        <TextInput
          source="amounts"
          label="Proposed stakes"
          helperText="Up to 12 with commas, like 10, 50, 100."
        />
        <BasisPointsInput
          source="fee_bps"
          label="Fee"
          most={1000}
          helperText="of the stake, when a ticket is won or lost"
        />
        <DecimalInput
          source="exposure_cap"
          label="Exposure cap"
          helperText="The most that all open tickets together may win."
        />
      </FormGroup>
      <FormGroup title="Open price">
        <NumberInput
          source="open_delay_ms"
          label="Opening delay (ms)"
          min={0}
          max={10_000}
          step={1}
          validate={isWithin(0, 10_000)}
          helperText="A ticket opens at the first index whose quotes are all younger than it by more than this."
        />
        <NumberInput
          source="min_sources"
          label="Least venues"
          min={1}
          max={100}
          step={1}
          validate={isWithin(1, 100)}
          helperText="An index of fewer opens nothing. Tickets that run end as before."
        />
      </FormGroup>
      <Durations />
    </TermsForm>
  );
}

function Durations() {
  return (
    <ArrayInput
      source="durations"
      label="Durations"
      validate={[
        required(),
        minLength(1, 'At least one'),
        maxLength(MOST_DURATIONS, 'At most twelve'),
      ]}
      helperText={false}
    >
      <SimpleFormIterator inline disableReordering disableClear sx={DURATION_ROWS}>
        <NumberInput
          source="seconds"
          label="Seconds"
          min={1}
          max={86_400}
          step={1}
          validate={isWithin(1, 86_400)}
          helperText={false}
        />
        <NumberInput
          source="payout_bps"
          label="Profit (bps)"
          min={1}
          max={100_000}
          step={1}
          validate={isWithin(1, 100_000)}
          helperText={false}
        />
        <DecimalInput source="min_stake" label="Least stake" helperText="" />
        <DecimalInput source="max_stake" label="Most stake" helperText="" />
      </SimpleFormIterator>
    </ArrayInput>
  );
}
