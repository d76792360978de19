import { Alert } from '@mui/material';
import {
  ArrayInput,
  maxLength,
  NumberInput,
  required,
  SimpleForm,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage } from '../shared/form-pages.tsx';
import { FormToolbar } from '../shared/form-toolbar.tsx';
import { TimeInput } from '../shared/time-input.tsx';
import { contestFaults } from './contest-faults.ts';
import type { Contest } from './contest-words.ts';

const MOST_RANGES = 20;
/**
 * Three fields side by side where the width allows. The remove button of a row stays visible
 * without hovering.
 */
const PRIZE_ROWS = {
  '& .RaSimpleFormIterator-inline': {
    display: 'grid',
    gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' },
    width: '100%',
  },
  '& .RaSimpleFormIterator-form': { flex: 1, minWidth: 0 },
  '& .RaSimpleFormIterator-action': { visibility: 'visible' },
};
const NEW_CONTEST = {
  start_balance: '10000',
  prizes: [
    { from: 1, to: 1, amount: '500' },
    { from: 2, to: 2, amount: '300' },
    { from: 3, to: 3, amount: '100' },
  ],
};

export function ContestEdit() {
  return (
    <EditPage title={<Name />}>
      <ContestForm />
    </EditPage>
  );
}

export function ContestCreate() {
  return (
    <CreatePage title="New contest">
      <ContestForm startingContest={NEW_CONTEST} />
    </CreatePage>
  );
}

function Name() {
  const contest = useRecordContext<Contest>();
  return <>{contest === undefined ? 'Contest' : contest.name}</>;
}

function ContestForm({ startingContest }: { readonly startingContest?: object }) {
  return (
    <SimpleForm
      {...(startingContest === undefined ? {} : { defaultValues: startingContest })}
      validate={(form) => contestFaults(form)}
      warnWhenUnsavedChanges
      toolbar={<FormToolbar />}
    >
      <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
        It begins and ends by itself. Once it runs nothing here can be changed, and nobody can set a
        rank. One contest at a time.
      </Alert>
      <FormGroup title="Contest">
        <TextInput
          source="name"
          label="Name"
          helperText="Customers see it."
          validate={[required(), maxLength(60)]}
        />
        <DecimalInput
          source="start_balance"
          label="Starting balance"
          helperText="In play money, the same for everybody."
        />
        <TimeInput source="start" label="From" validate={required()} />
        <TimeInput source="end" label="To" validate={required()} />
      </FormGroup>
      <ArrayInput
        source="prizes"
        label="Prizes"
        validate={maxLength(MOST_RANGES, 'At most twenty')}
        helperText="For each rank of a range, in USDT, from the house's spot account."
      >
        <SimpleFormIterator inline disableReordering disableClear sx={PRIZE_ROWS}>
          <NumberInput
            source="from"
            label="From rank"
            min={1}
            max={1_000}
            step={1}
            validate={isWithin(1, 1_000)}
            helperText={false}
          />
          <NumberInput
            source="to"
            label="To rank"
            min={1}
            max={1_000}
            step={1}
            validate={isWithin(1, 1_000)}
            helperText={false}
          />
          <DecimalInput source="amount" label="USDT for each" helperText="" />
        </SimpleFormIterator>
      </ArrayInput>
    </SimpleForm>
  );
}
