import { Alert } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { Create, Edit, SimpleForm, type SimpleFormProps } from 'react-admin';
import { FORM_CARD, FormToolbar } from './form-toolbar.tsx';
import { useSavedNotice } from './use-saved-notice.ts';

interface FormPageProps {
  readonly title: string | ReactElement;
  /** Notice of a call that took effect at once. */
  readonly notice?: string;
  /** Buttons above the form. */
  readonly actions?: ReactElement;
  readonly children: ReactNode;
}

/** The page that changes a record: the answer comes before the list, and may be a proposal. */
export function EditPage({ notice = 'Saved.', actions, children, title }: FormPageProps) {
  const savedNotice = useSavedNotice(notice);
  return (
    <Edit
      title={title}
      redirect="list"
      mutationOptions={savedNotice}
      sx={FORM_CARD}
      mutationMode="pessimistic"
      actions={actions ?? false}
    >
      {children}
    </Edit>
  );
}

/** The page that adds one. */
export function CreatePage({ notice = 'Added.', actions, children, title }: FormPageProps) {
  const savedNotice = useSavedNotice(notice);
  return (
    <Create
      title={title}
      redirect="list"
      mutationOptions={savedNotice}
      sx={FORM_CARD}
      actions={actions ?? false}
    >
      {children}
    </Create>
  );
}

interface TermsFormProps {
  /** Values of new terms. */
  readonly starting?: object | undefined;
  readonly faults: NonNullable<SimpleFormProps['validate']>;
  /** Notice above the fields: the scope of a change, and when it takes effect. */
  readonly about: ReactNode;
  readonly children: ReactNode;
}

/** Terms of a product. */
export function TermsForm({ starting, faults, about, children }: TermsFormProps) {
  return (
    <SimpleForm
      {...(starting === undefined ? {} : { defaultValues: starting })}
      validate={faults}
      warnWhenUnsavedChanges
      toolbar={<FormToolbar />}
    >
      <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
        {about}
      </Alert>
      {children}
    </SimpleForm>
  );
}
