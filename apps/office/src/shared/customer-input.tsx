import type { Output } from '@meridian/contract/client/named-calls';
import { AutocompleteInput, ReferenceInput, required } from 'react-admin';

type User = Output<'GET /office/api/users'>['list'][number];

/** The customer of a form, in its field `user`. */
export function CustomerInput() {
  return (
    <ReferenceInput source="user" reference="users">
      <AutocompleteInput
        fullWidth
        label="Customer"
        optionText={(user?: User) => (user === undefined ? '' : `${user.account} (${user.id})`)}
        filterToQuery={(q: string) => ({ q })}
        validate={required()}
        helperText="By the beginning of account, e-mail address, phone or number, or by id."
      />
    </ReferenceInput>
  );
}
