import { STATEMENT_RULES } from '@meridian/contract/acceptor/bounds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PictureFields } from '../../../shared/picture/picture-fields.tsx';
import { isAnySending, NO_PICTURES } from '../../../shared/picture/picture-links.ts';
import { OwnPicture } from '../../../shared/picture/own-picture.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { addStatement, statementsQuery } from '../api.ts';
import type { Deal } from '../model/deal.ts';
import type { Statement } from '../model/statement.ts';
import styles from './statements.module.css';

/** Statements of both sides in a dispute; while it lasts, with a form for another one. */
export function StatementsDialog({
  deal,
  onClose,
}: {
  readonly deal: Deal;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(statementsQuery(deal.id));
  const ownCount = data?.filter(({ isOwn }) => isOwn).length ?? 0;
  return (
    <Dialog isOpen title={t('acceptor.statementsOf', { id: deal.id })} onClose={onClose}>
      <div className={styles['content']}>
        {data === undefined &&
          (error === null ? (
            <Skeleton rows={3} height={44} />
          ) : (
            <Failure message={error.message} onRetry={() => void refetch()} />
          ))}
        {data?.length === 0 && <Empty>{t('acceptor.noStatements')}</Empty>}
        {data !== undefined && data.length > 0 && (
          <ol className={styles['list']} aria-label={t('acceptor.statements')}>
            {data.map((statement) => (
              <StatementItem key={statement.id} statement={statement} />
            ))}
          </ol>
        )}
        {deal.isDisputed && data !== undefined && ownCount < STATEMENT_RULES.perSide && (
          <StatementForm key={ownCount} deal={deal.id} />
        )}
      </div>
    </Dialog>
  );
}

function StatementItem({
  statement: { by, isOwn, text, pictures, pictureCount: count, createdAt },
}: {
  readonly statement: Statement;
}) {
  const t = useTranslate();
  return (
    <li className={styles['said']}>
      <p className={styles['who']}>
        <span>{t(`acceptor.by.${by}`)}</span> <span>{createdAt}</span>
      </p>
      <p>{text}</p>
      {!isOwn && count > 0 && <p className={styles['who']}>{t('acceptor.pictures', { count })}</p>}
      {pictures.length > 0 && (
        <div className={styles['shown']}>
          {pictures.map((link, index) => (
            <OwnPicture
              key={link}
              link={link}
              name={t('picture.numbered', { number: index + 1 })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

function StatementForm({ deal }: { readonly deal: number }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [pictures, setPictures] = useState(NO_PICTURES);
  const [isTried, setTried] = useState(false);
  const { control, handleSubmit } = useForm({ defaultValues: { text: '' } });
  const { field, fieldState } = useController({
    control,
    name: 'text',
    rules: { validate: (text) => text.trim() !== '' },
  });
  const { isBusy, failure, send } = useFormCall(addStatement, {
    onDone: async (message) => {
      showToast('success', message);
      await client.invalidateQueries({ queryKey: statementsQuery(deal).queryKey });
    },
  });
  const submit = handleSubmit(async ({ text }) => {
    if (!isAnySending(pictures)) await send({ deal, text: text.trim(), pictures });
  });
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        setTried(true);
        void submit(event);
      }}
    >
      <TextArea
        label={t('acceptor.statementText')}
        hint={t('acceptor.statementHint', { letters: STATEMENT_RULES.letters })}
        error={fieldState.error && t('acceptor.error.statement')}
        rows={4}
        maxLength={STATEMENT_RULES.letters}
        value={field.value}
        onChange={({ target }) => field.onChange(target.value.replaceAll('\n', ' '))}
      />
      <PictureFields
        pictures={pictures}
        hint={t('acceptor.statementPictureHint')}
        isTried={isTried}
        onChange={setPictures}
      />
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('acceptor.statementSend')}
      </Button>
    </form>
  );
}
