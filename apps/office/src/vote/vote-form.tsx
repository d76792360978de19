import { DateTimeInput, maxLength, required, TextInput } from 'react-admin';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, TermsForm } from '../shared/form-pages.tsx';
import { voteFaults } from './vote-faults.ts';

const LOCAL = 'In the time of this computer.';

export function VoteCreate() {
  return (
    <CreatePage title="New round of votes" notice="Announced.">
      <TermsForm
        faults={(form) => voteFaults(form)}
        about="Nothing of it can be changed once it is announced. It can be cancelled until its end; then no ballot counts. Customers see counts after the end only, and so do you."
      >
        <FormGroup title="Question">
          <TextInput source="title" label="Title" validate={[required(), maxLength(100)]} />
          <TextInput
            source="about"
            label="About"
            multiline
            helperText="What follows from the result."
            validate={maxLength(500)}
          />
          <TextInput
            source="options"
            label="Options"
            multiline
            minRows={4}
            helperText="One a line: the name, and after a bar (|) the address of a page about it."
            validate={required()}
          />
        </FormGroup>
        <FormGroup title="Time">
          <DateTimeInput source="start" label="From" helperText={LOCAL} validate={required()} />
          <DateTimeInput
            source="end"
            label="To"
            helperText={`${LOCAL} From a day to 90 days after the start.`}
            validate={required()}
          />
        </FormGroup>
      </TermsForm>
    </CreatePage>
  );
}
