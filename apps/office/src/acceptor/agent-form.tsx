import {
  Create,
  DeleteWithConfirmButton,
  Edit,
  required,
  SimpleForm,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { CustomerInput } from '../shared/customer-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { FORM_CARD, FormToolbar } from '../shared/form-toolbar.tsx';
import type { Agent } from './acceptor-words.ts';

export function AgentCreate() {
  return (
    <Create title="New regional agent" redirect="list" sx={FORM_CARD} actions={false}>
      <SimpleForm toolbar={<FormToolbar />}>
        <CustomerInput />
        <District />
      </SimpleForm>
    </Create>
  );
}

export function AgentEdit() {
  return (
    <Edit
      title={<Account />}
      redirect="list"
      sx={FORM_CARD}
      mutationMode="pessimistic"
      actions={false}
    >
      <SimpleForm
        warnWhenUnsavedChanges
        toolbar={
          <FormToolbar>
            <DeleteWithConfirmButton
              label="Remove"
              confirmTitle="No regional agent any more?"
              confirmContent="The customer no longer sees the users whom they brought. The users stay."
              mutationMode="pessimistic"
            />
          </FormToolbar>
        }
      >
        <District />
      </SimpleForm>
    </Edit>
  );
}

function Account() {
  return <>{useRecordContext<Agent>()?.account ?? 'Regional agent'}</>;
}

function District() {
  return (
    <FormGroup title="Region">
      <TextInput
        source="city_name"
        label="City"
        validate={required()}
        helperText={false}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextInput
        source="district_name"
        label="District"
        validate={required()}
        helperText={false}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
    </FormGroup>
  );
}
