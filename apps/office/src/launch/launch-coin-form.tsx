import {
  BooleanInput,
  maxLength,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage, TermsForm } from '../shared/form-pages.tsx';
import { TimeInput } from '../shared/time-input.tsx';
import { launchFaults } from './launch-faults.ts';
import type { LaunchCoin } from './launch-words.ts';

const MANY = 1_000;
const PLACES = [1, 1_000] as const;
const NEW_COIN = { index: 1, is_shown: true };

export function LaunchCoinEdit() {
  return (
    <EditPage title={<Name />}>
      <CoinForm />
    </EditPage>
  );
}

export function LaunchCoinCreate() {
  return (
    <CreatePage title="New coin">
      <CoinForm startingCoin={NEW_COIN} />
    </CreatePage>
  );
}

function Name() {
  const coin = useRecordContext<LaunchCoin>();
  return <>{coin === undefined ? 'Coin' : coin.name}</>;
}

function CoinForm({ startingCoin }: { readonly startingCoin?: object }) {
  const isFixed = useRecordContext<LaunchCoin>()?.has_begun === true;
  return (
    <TermsForm
      starting={startingCoin}
      faults={(form) => launchFaults(form)}
      about={
        isFixed
          ? 'It has begun: amount, price and dates are fixed.'
          : 'Amount, price and dates can be changed until the start, and no longer after it. What is issued is read from the ledger.'
      }
    >
      <FormGroup title="Coin">
        <TextInput
          source="name"
          label="Name"
          helperText="Customers see it."
          validate={[required(), maxLength(60)]}
        />
        <ReferenceInput
          source="currency"
          reference="currencies"
          sort={{ field: 'id', order: 'ASC' }}
          perPage={MANY}
        >
          <SelectInput
            optionText="code"
            label="Currency"
            helperText="Empty until the coin is listed; then for good."
          />
        </ReferenceInput>
        <NumberInput
          source="index"
          label="Place in the list"
          min={1}
          max={1_000}
          step={1}
          validate={isWithin(...PLACES)}
          helperText={false}
        />
        <TextInput
          source="paper"
          label="White paper"
          helperText="Its address: https://… or a page of this exchange."
          validate={maxLength(300)}
        />
        <BooleanInput source="is_shown" label="Customers see it" helperText={false} />
      </FormGroup>
      <PlanFields />
    </TermsForm>
  );
}

function PlanFields() {
  return (
    <FormGroup title="Plan">
      <DecimalInput source="planned" label="Planned amount" helperText="Coins in all." />
      <DecimalInput source="start_price" label="Start price" helperText="USDT for one." />
      <TimeInput source="start" label="From" validate={required()} />
      <TimeInput source="end" label="To" validate={required()} />
    </FormGroup>
  );
}
