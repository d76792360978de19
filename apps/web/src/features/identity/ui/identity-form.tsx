import { useQueryClient } from '@tanstack/react-query';
import { useController, useForm, type Control } from 'react-hook-form';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshIdentity, submitIdentity } from '../api.ts';
import {
  DOCUMENT_TYPES,
  isDocumentNumber,
  isName,
  type DocumentType,
} from '../model/identity-rules.ts';
import { Example } from './examples.tsx';
import styles from './identity-form.module.css';

const PICTURES = ['front', 'reverse', 'hand'] as const;
type PictureName = (typeof PICTURES)[number];

type Values = { name: string; type: DocumentType; number: string } & Record<PictureName, string>;

/** Name, document and three photographs, submitted together. */
export function IdentityForm() {
  const t = useTranslate();
  const client = useQueryClient();
  const { register, control, handleSubmit, formState } = useForm<Values>({
    defaultValues: { name: '', type: 'id_card', number: '', front: '', reverse: '', hand: '' },
  });
  const { errors } = formState;
  const { isBusy, failure, send } = useFormCall(submitIdentity, {
    onDone: async (message) => {
      showToast('success', message);
      await refreshIdentity(client);
    },
  });
  const submit = handleSubmit(({ name, number, ...values }) =>
    send({ ...values, name: name.trim(), number: number.trim() }),
  );
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles['fields']}>
        <TextField
          label={t('identity.name')}
          autoComplete="name"
          hint={t('identity.nameHint')}
          error={errors.name && t('identity.error.name')}
          {...register('name', { validate: isName })}
        />
        <SelectField
          label={t('identity.type')}
          options={DOCUMENT_TYPES.map((value) => ({ value, label: t(`identity.type.${value}`) }))}
          {...register('type')}
        />
        <TextField
          label={t('identity.number')}
          autoComplete="off"
          spellCheck={false}
          error={errors.number && t('identity.error.number')}
          {...register('number', { validate: isDocumentNumber })}
        />
      </div>
      <div className={styles['pictures']}>
        {PICTURES.map((name) => (
          <FormPicture key={name} name={name} control={control} />
        ))}
      </div>
      <p className={styles['note']}>{t('identity.privacy')}</p>
      <FormFailure text={failure?.message} />
      <div className={styles['actions']}>
        <Button type="submit" look="accent" isBusy={isBusy}>
          {t('identity.submit')}
        </Button>
      </div>
    </form>
  );
}

function FormPicture({
  name,
  control,
}: {
  readonly name: PictureName;
  readonly control: Control<Values>;
}) {
  const t = useTranslate();
  const { field, fieldState } = useController({ control, name, rules: { required: true } });
  return (
    <PictureField
      ref={field.ref}
      label={t(`identity.picture.${name}`)}
      hint={t(`identity.pictureHint.${name}`)}
      example={<Example of={name} />}
      onChange={field.onChange}
      error={fieldState.error && t('identity.error.picture')}
    />
  );
}
