import type { Output } from '@meridian/contract/client/named-calls';
import { Alert, Card } from '@mui/material';
import {
  BooleanInput,
  Edit,
  email,
  FormDataConsumer,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
  useGetIdentity,
  useRecordContext,
} from 'react-admin';
import { CreatePage } from '../../shared/form-pages.tsx';
import { FORM_CARD, FormToolbar } from '../../shared/form-toolbar.tsx';
import { useSavedNotice } from '../../shared/use-saved-notice.ts';
import { InviteAgainButton } from './invite-again-button.tsx';
import { OperatorCustomers } from './operator-customers.tsx';
import { ROLE_CHOICES } from './roles.ts';

type Operator = Output<'GET /office/api/operators'>[number];

/** Invites a new operator. */
export function OperatorCreate() {
  return (
    <CreatePage title="New operator" notice="Invited.">
      <SimpleForm toolbar={<FormToolbar saveLabel="Invite" />}>
        <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
          They get a link by mail, good for 24 hours, and choose their own password. They decide
          nothing for some time after they join.
        </Alert>
        <TextInput
          source="account"
          label="E-mail address"
          validate={[required(), email()]}
          helperText="They log in with it."
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
        <NameInput />
        <RoleInput />
        <AddressesInput />
        <ReasonInput />
      </SimpleForm>
    </CreatePage>
  );
}

/** Role, state and addresses of another operator. */
export function OperatorEdit() {
  const savedNotice = useSavedNotice('Saved.');
  return (
    <Edit
      component="div"
      title={<Account />}
      redirect="list"
      mutationOptions={savedNotice}
      sx={FORM_CARD}
      mutationMode="pessimistic"
      actions={false}
    >
      <OperatorFormAndCustomers />
    </Edit>
  );
}

function Account() {
  return <>{useRecordContext<Operator>()?.account ?? 'Operator'}</>;
}

function OperatorFormAndCustomers() {
  const operator = useRecordContext<Operator>();
  const { data: me } = useGetIdentity();
  return (
    <>
      <Card>
        <OperatorForm />
      </Card>
      {operator !== undefined && me?.id !== operator.id && <OperatorCustomers />}
    </>
  );
}

function OperatorForm() {
  const operator = useRecordContext<Operator>();
  const { data: me } = useGetIdentity();
  const isMe = operator !== undefined && me?.id === operator.id;
  return (
    <SimpleForm
      toolbar={
        isMe ? (
          false
        ) : (
          <FormToolbar>
            {operator !== undefined && (operator.is_invited || operator.is_disabled) && (
              <InviteAgainButton id={operator.id} account={operator.account} />
            )}
          </FormToolbar>
        )
      }
    >
      <Alert severity={isMe ? 'warning' : 'info'} sx={{ width: '100%', mb: 1 }}>
        {isMe
          ? 'This is you. Another operator changes your role or state. Your password is under My account.'
          : 'Saving ends all sessions of this operator: they log in again. With a new role, or let in again, they decide nothing for some time.'}
      </Alert>
      <NameInput isReadOnly={isMe} />
      <RoleInput isReadOnly={isMe} />
      <BooleanInput
        source="is_disabled"
        label="Disabled: out at once, cannot log in"
        readOnly={isMe}
        disabled={isMe}
        helperText={false}
      />
      <AddressesInput isReadOnly={isMe} />
      {!isMe && <ReasonInput />}
    </SimpleForm>
  );
}

/**
 * Asked for in the form and not after a refusal, because the authenticator's code that goes with
 * the change works once.
 */
function ReasonInput() {
  return (
    <TextInput
      source="reason"
      label="Reason"
      validate={required()}
      helperText="Another operator decides on the change, and reads this."
      slotProps={{ htmlInput: { maxLength: 300, autoComplete: 'off' } }}
    />
  );
}

function NameInput({ isReadOnly = false }: { readonly isReadOnly?: boolean }) {
  return (
    <TextInput
      source="name"
      label="Name"
      validate={required()}
      readOnly={isReadOnly}
      helperText="As colleagues see it."
      slotProps={{ htmlInput: { maxLength: 80 } }}
    />
  );
}

function AddressesInput({ isReadOnly = false }: { readonly isReadOnly?: boolean }) {
  return (
    <TextInput
      source="addresses"
      label="Log in only from"
      readOnly={isReadOnly}
      helperText="Addresses and networks with commas, for example 203.0.113.7, 10.0.0.0/8. Empty: from anywhere."
      slotProps={{ htmlInput: { maxLength: 600, autoComplete: 'off' } }}
    />
  );
}

function RoleInput({ isReadOnly = false }: { readonly isReadOnly?: boolean }) {
  return (
    <FormDataConsumer<Operator>>
      {({ formData }) => (
        <SelectInput
          source="role"
          label="Role"
          choices={ROLE_CHOICES}
          validate={required()}
          readOnly={isReadOnly}
          helperText={
            ROLE_CHOICES.find(({ id }) => id === formData.role)?.purpose ?? 'What they may do here.'
          }
        />
      )}
    </FormDataConsumer>
  );
}
