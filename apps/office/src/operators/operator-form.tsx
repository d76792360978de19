import { Alert } from '@mui/material';
import { BooleanInput, Create, Edit, email, FormDataConsumer, PasswordInput, required, SelectInput, SimpleForm, TextInput, useGetIdentity, useRecordContext } from 'react-admin';
import type { Output } from '../http.ts';
import { FORM_CARD, FormToolbar } from '../shared/form-toolbar.tsx';
import { ROLE_CHOICES } from './roles.ts';

type Operator = Output<'GET /office/api/operators'>[number];

/** Somebody new who works here. */
export function OperatorCreate() {
  return (
    <Create title="New operator" redirect="list" sx={FORM_CARD} actions={false}>
      <SimpleForm toolbar={<FormToolbar />}>
        <TextInput source="account" label="E-mail address" validate={[required(), email()]} helperText="They log in with it." slotProps={{ htmlInput: { autoComplete: 'off' } }} />
        <NameInput />
        <RoleInput />
        <PasswordInput source="password" label="First password" validate={required()} helperText="As the site's policy asks. Give it to them in person; they add an authenticator after the first login." autoComplete="new-password" />
      </SimpleForm>
    </Create>
  );
}

/** Role, state and password of somebody else. */
export function OperatorEdit() {
  return (
    <Edit title={<Account />} redirect="list" sx={FORM_CARD} mutationMode="pessimistic" actions={false}>
      <OperatorForm />
    </Edit>
  );
}

function Account() {
  return <>{useRecordContext<Operator>()?.account ?? 'Operator'}</>;
}

function OperatorForm() {
  const operator = useRecordContext<Operator>();
  const { data: me } = useGetIdentity();
  const isMe = operator !== undefined && me?.id === operator.id;
  return (
    <SimpleForm toolbar={isMe ? false : <FormToolbar />}>
      <Alert severity={isMe ? 'warning' : 'info'} sx={{ width: '100%', mb: 1 }}>
        {isMe ? 'This is you. Another owner changes your role, state or password.' : 'Saving ends all sessions of this operator: they log in again.'}
      </Alert>
      <NameInput isReadOnly={isMe} />
      <RoleInput isReadOnly={isMe} />
      <BooleanInput source="is_disabled" label="Disabled: out at once, cannot log in" readOnly={isMe} disabled={isMe} helperText={false} />
      {!isMe && <PasswordInput source="password" label="New password" helperText="Leave it empty to keep the old one. A new one takes the old authenticator away." autoComplete="new-password" />}
    </SimpleForm>
  );
}

function NameInput({ isReadOnly = false }: { readonly isReadOnly?: boolean }) {
  return <TextInput source="name" label="Name" validate={required()} readOnly={isReadOnly} helperText="As colleagues see it." slotProps={{ htmlInput: { maxLength: 80 } }} />;
}

function RoleInput({ isReadOnly = false }: { readonly isReadOnly?: boolean }) {
  return (
    <FormDataConsumer<Operator>>
      {({ formData }) => <SelectInput source="role" label="Role" choices={ROLE_CHOICES} validate={required()} readOnly={isReadOnly} helperText={ROLE_CHOICES.find(({ id }) => id === formData.role)?.purpose ?? 'What they may do here.'} />}
    </FormDataConsumer>
  );
}
