import { LANGUAGES, type Language } from '@meridian/contract/languages';
import { Box, Tab, Tabs } from '@mui/material';
import { FormDataConsumer, useTranslatableContext } from 'react-admin';
import { LANGUAGE_NAMES } from '../shared/language-names.ts';
import { wordsIn, type Article } from './article-calls.ts';

/** One tab for each language, with whether it has texts, and which are missing. */
export function LanguageTabs() {
  const { selectedLocale, selectLocale } = useTranslatableContext();
  return (
    <FormDataConsumer<Article>>
      {({ formData }) => (
        <Tabs
          value={selectedLocale}
          onChange={(_event, language: string) => selectLocale(language)}
          variant="scrollable"
          aria-label="Language"
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          {LANGUAGES.map((language) => (
            <Tab
              key={language}
              value={language}
              id={`translatable-header-${language}`}
              label={<Label article={formData} language={language} />}
            />
          ))}
        </Tabs>
      )}
    </FormDataConsumer>
  );
}

function Label({ article, language }: { readonly article: Article; readonly language: Language }) {
  const words = wordsIn(article, language);
  const isWhole = words !== undefined && words.title !== '' && words.content !== '';
  const [state, color] =
    words === undefined
      ? ['empty', 'text.disabled']
      : isWhole
        ? ['written', 'success.main']
        : ['incomplete', 'error.main'];
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {LANGUAGE_NAMES[language]}{' '}
      <Box component="span" sx={{ color, fontSize: 11 }}>
        {state}
      </Box>
    </Box>
  );
}
