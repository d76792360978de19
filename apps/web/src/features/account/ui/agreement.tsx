import { Trans } from '@lingui/react';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';

/** The consent required before a code is sent, inside a `FormProvider`. */
export function Agreement() {
  const t = useTranslate();
  const { control, trigger } = useFormContext<{ agrees: boolean }>();
  const { field, fieldState } = useController({
    control,
    name: 'agrees',
    rules: { validate: (agrees) => agrees },
  });
  const change = (agrees: boolean): void => {
    field.onChange(agrees);
    if (fieldState.invalid) void trigger('agrees');
  };
  return (
    <Checkbox
      isChecked={field.value}
      onChange={change}
      error={fieldState.error && t('auth.error.agreement')}
    >
      <Trans
        id={'auth.agree'}
        components={{ 0: <ArticleLink id={2103} />, 1: <ArticleLink id={2101} /> }}
      />
    </Checkbox>
  );
}

/** Opens in a new tab, so that the form keeps its content. */
function ArticleLink({ id, children }: { readonly id: number; readonly children?: ReactNode }) {
  return (
    <Link to={`/components/noticeDetail?id=${id}`} target="_blank" rel="noopener">
      {children}
    </Link>
  );
}
