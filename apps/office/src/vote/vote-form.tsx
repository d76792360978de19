import { maxLength, required, TextInput } from 'react-admin';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, TermsForm } from '../shared/form-pages.tsx';
import { TimeInput } from '../shared/time-input.tsx';
import { voteFaults } from './vote-faults.ts';

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
          <TimeInput source="start" label="From" validate={required()} />
          <TimeInput
            source="end"
            label="To"
            helperText="From a day to 90 days after the start."
            validate={required()}
          />
        </FormGroup>
      </TermsForm>
    </CreatePage>
  );
}
