import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshIdentity, submitAssets } from '../api.ts';
import type { Identity } from '../model/identity.ts';
import { REVIEW_STATUS } from '../model/review-status.ts';
import { Example } from './examples.tsx';
import styles from './identity-form.module.css';
import { ReviewNotice } from './review-notice.tsx';

/** The third level, for verified users: a picture that proves assets above 20 BTC. */
export function AssetCard({ identity }: { readonly identity: Identity }) {
  const t = useTranslate();
  const [isAgain, setAgain] = useState(false);
  const { assetStatus: status, assetReason: reason } = identity;
  const isForm = status === REVIEW_STATUS.none || (status === REVIEW_STATUS.rejected && isAgain);
  return (
    <Card title={t('identity.assets')} {...(isForm ? { about: t('identity.assetsAbout') } : {})}>
      {isForm ? (
        <AssetForm />
      ) : (
        <ReviewNotice
          status={status}
          title={t(`identity.assetTitle.${status}`)}
          text={
            status === REVIEW_STATUS.rejected && reason !== ''
              ? t('identity.reason', { reason })
              : t(`identity.assetText.${status}`)
          }
        >
          {status === REVIEW_STATUS.rejected && (
            <Button look="accent" onClick={() => setAgain(true)}>
              {t('identity.again')}
            </Button>
          )}
        </ReviewNotice>
      )}
    </Card>
  );
}

function AssetForm() {
  const t = useTranslate();
  const client = useQueryClient();
  const { control, handleSubmit } = useForm<{ picture: string }>({
    defaultValues: { picture: '' },
  });
  const { field, fieldState } = useController({
    control,
    name: 'picture',
    rules: { required: true },
  });
  const { isBusy, failure, send } = useFormCall(submitAssets, {
    onDone: async (message) => {
      showToast('success', message);
      await refreshIdentity(client);
    },
  });
  const submit = handleSubmit(({ picture }) => send(picture));
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles['pictures']}>
        <PictureField
          ref={field.ref}
          label={t('identity.picture.assets')}
          hint={t('identity.pictureHint.assets')}
          example={<Example of="assets" />}
          onChange={field.onChange}
          error={fieldState.error && t('identity.error.picture')}
        />
      </div>
      <FormFailure text={failure?.message} />
      <div className={styles['actions']}>
        <Button type="submit" look="accent" isBusy={isBusy}>
          {t('identity.submit')}
        </Button>
      </div>
    </form>
  );
}
