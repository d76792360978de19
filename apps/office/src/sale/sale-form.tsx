import { SALE_BOUNDS } from '@meridian/contract/sale/bounds';
import {
  FormDataConsumer,
  maxLength,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { BasisPointsInput, isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, TermsForm } from '../shared/form-pages.tsx';
import { TimeInput } from '../shared/time-input.tsx';
import { saleFaults } from './sale-faults.ts';
import { SaleSummary } from './sale-summary.tsx';
import { SALE_KINDS } from './sale-words.ts';

const MANY = 1_000;
const NEW_SALE = { kind: 'sale', free_bps: 10_000 };
const LOTS = [1, 1_000_000_000] as const;
const INSTALMENTS = SALE_BOUNDS.instalments;

export function SaleCreate() {
  return (
    <CreatePage title="New token sale" notice="Announced.">
      <TermsForm
        starting={NEW_SALE}
        faults={(form) => saleFaults(form)}
        about="Nothing of it can be changed once it is announced: its coins leave the wallet of the house, and its terms are published with their hash. It can be cancelled until its end; then everybody gets everything back."
      >
        <Subject />
        <Lots />
        <Commitments />
        <Times />
        <SaleSummary />
      </TermsForm>
    </CreatePage>
  );
}

function Subject() {
  return (
    <FormGroup title="What it is">
      <SelectInput source="kind" label="Kind" choices={[...SALE_KINDS]} validate={required()} />
      <TextInput source="title" label="Title" validate={[required(), maxLength(100)]} />
      <TextInput source="about" label="About" multiline validate={maxLength(500)} />
      <TextInput
        source="paper"
        label="White paper"
        helperText="Its address: https://… or a page of this exchange."
        validate={maxLength(200)}
      />
    </FormGroup>
  );
}

function Lots() {
  return (
    <FormGroup title="Lots">
      <CurrencyInput source="currency" label="Coin" helperText="The house has all of its supply." />
      <CurrencyInput source="paid_in" label="Paid in" helperText="The house gets it." />
      <DecimalInput
        source="lot_number"
        label="Coins of a lot"
        helperText="The smallest purchase."
      />
      <DecimalInput source="lot_price" label="Price of a lot" />
      <NumberInput
        source="lots"
        label="Lots"
        min={LOTS[0]}
        max={LOTS[1]}
        step={1}
        validate={isWithin(...LOTS)}
        helperText={false}
      />
      <FormDataConsumer<Record<string, unknown>>>
        {({ formData }) =>
          formData['kind'] === 'crowd' && (
            <DecimalInput
              source="target"
              label="Target"
              helperText="Wanted below it: everybody gets everything back."
            />
          )
        }
      </FormDataConsumer>
    </FormGroup>
  );
}

function CurrencyInput({
  source,
  label,
  helperText,
}: {
  readonly source: string;
  readonly label: string;
  readonly helperText: string;
}) {
  return (
    <ReferenceInput
      source={source}
      reference="currencies"
      sort={{ field: 'id', order: 'ASC' }}
      perPage={MANY}
    >
      <SelectInput optionText="code" label={label} helperText={helperText} validate={required()} />
    </ReferenceInput>
  );
}

function Commitments() {
  return (
    <FormGroup title="What a person commits">
      <DecimalInput source="min_number" label="At least" helperText="Whole lots." />
      <DecimalInput
        source="max_number"
        label="At most"
        helperText="What is committed is the weight where more is wanted than there is."
      />
      <DecimalInput
        source="cap_number"
        label="Buys for at most"
        helperText="The cap of a person, however much is committed."
      />
    </FormGroup>
  );
}

function Times() {
  return (
    <FormGroup title="Times">
      <TimeInput source="opens" label="Opens" validate={required()} />
      <TimeInput
        source="closes"
        label="Ends"
        helperText="From a day to 90 days after the opening."
        validate={required()}
      />
      <BasisPointsInput
        source="free_bps"
        label="Free at once"
        most={10_000}
        helperText="of the coins that a person buys."
      />
      <FormDataConsumer<Record<string, unknown>>>
        {({ formData }) => formData['free_bps'] !== 10_000 && <Instalments />}
      </FormDataConsumer>
    </FormGroup>
  );
}

function Instalments() {
  return (
    <>
      <TimeInput source="cliff" label="First part of the rest" />
      <NumberInput
        source="instalments"
        label="Parts of the rest"
        min={INSTALMENTS[0]}
        max={INSTALMENTS[1]}
        step={1}
        helperText={false}
      />
      <NumberInput
        source="instalment_days"
        label="Days between parts"
        min={0}
        step={1}
        helperText="Empty for one part."
      />
    </>
  );
}
