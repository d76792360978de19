import { LANGUAGES } from '@meridian/contract/languages';
import { Alert, Box } from '@mui/material';
import {
  Create,
  DeleteWithConfirmButton,
  Edit,
  FormDataConsumer,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
  TranslatableInputs,
  useRecordContext,
} from 'react-admin';
import { FORM_CARD, FormToolbar } from '../shared/form-toolbar.tsx';
import { wordsIn, type Article } from './article-calls.ts';
import { ArticleText } from './article-text.tsx';
import { CATEGORIES } from './categories.ts';
import { LanguageTabs } from './language-tabs.tsx';
import { PictureInput } from './picture-input.tsx';

export function ArticleCreate() {
  return (
    <Create title="New article" redirect="list" actions={false} sx={FORM_CARD}>
      <ArticleForm />
    </Create>
  );
}

/** An article in all its languages. */
export function ArticleEdit() {
  return (
    <Edit
      title={<Heading />}
      redirect="list"
      mutationMode="pessimistic"
      actions={false}
      sx={FORM_CARD}
    >
      <ArticleForm />
    </Edit>
  );
}

function Heading() {
  return <>{useRecordContext<Article>()?.heading ?? 'Article'}</>;
}

function ArticleForm() {
  const isNew = useRecordContext<Article>() === undefined;
  return (
    <SimpleForm
      validate={faultsOf}
      warnWhenUnsavedChanges
      toolbar={<ArticleToolbar isNew={isNew} />}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          width: '100%',
          gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <CategoryInput />
        <PictureInput source="thumbnail" label="Picture" />
      </Box>
      <TranslatableInputs
        locales={[...LANGUAGES]}
        defaultLocale="en"
        selector={<LanguageTabs />}
        fullWidth
      >
        <TextInput
          source="title"
          label="Title"
          helperText={false}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextInput
          source="abstract"
          label="Summary"
          helperText="One or two sentences, shown in lists."
          multiline
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <ArticleText source="content" label="Text" />
      </TranslatableInputs>
      {!isNew && (
        <FormDataConsumer<Article>>
          {({ formData }) => <EmptiedNote now={formData} />}
        </FormDataConsumer>
      )}
    </SimpleForm>
  );
}

function ArticleToolbar({ isNew }: { readonly isNew: boolean }) {
  return (
    <FormToolbar>
      {!isNew && (
        <DeleteWithConfirmButton
          confirmTitle="Delete this article in all languages?"
          confirmContent="Customers no longer find it. It stays in the audit log."
          mutationMode="pessimistic"
        />
      )}
    </FormToolbar>
  );
}

function CategoryInput() {
  return (
    <FormDataConsumer<Article>>
      {({ formData }) => (
        <SelectInput
          source="c_id"
          label="Category"
          choices={CATEGORIES}
          validate={required()}
          helperText={
            CATEGORIES.find(({ id }) => id === formData.c_id)?.place ?? 'Where customers see it.'
          }
        />
      )}
    </FormDataConsumer>
  );
}

/** Names the languages that saving will remove. */
function EmptiedNote({ now }: { readonly now: Article }) {
  const before = useRecordContext<Article>();
  const emptied = LANGUAGES.filter(
    (language) =>
      before !== undefined &&
      wordsIn(before, language) !== undefined &&
      wordsIn(now, language) === undefined,
  );
  if (emptied.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ width: '100%' }}>
      Saving removes the article in: {emptied.join(', ')}.
    </Alert>
  );
}

/** A language with any text needs title and body. */
function faultsOf(values: Record<string, unknown>): Record<string, unknown> {
  const article = values as Partial<Article>;
  const languages = LANGUAGES.filter((language) => wordsIn(article, language) !== undefined);
  if (languages.length === 0)
    return { title: { en: 'Write the article in one language at least.' } };
  const without = (field: 'title' | 'content', text: string) =>
    Object.fromEntries(
      languages
        .filter((language) => wordsIn(article, language)?.[field] === '')
        .map((language) => [language, text]),
    );
  const faults = {
    title: without('title', 'A title is needed.'),
    content: without('content', 'A text is needed.'),
  };
  return Object.fromEntries(
    Object.entries(faults).filter(([, fields]) => Object.keys(fields).length > 0),
  );
}
