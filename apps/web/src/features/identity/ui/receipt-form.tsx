import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { keepReceipt, saveReceipt } from '../receipt-api.ts';
import {
  cleanReceipt,
  faultOf,
  hasWay,
  isWaySet,
  PAYMENT_WAYS,
  WAY_FIELDS,
  type Receipt,
  type PaymentWay,
  type ReceiptField,
} from '../model/receipt.ts';
import styles from './receipt-form.module.css';

const FIELD_LABELS = {
  realName: 'receipt.field.real_name',
  bankName: 'receipt.field.bank_name',
  bankAccount: 'receipt.field.bank_account',
  alipayAccount: 'receipt.field.alipay_account',
  wechatNickname: 'receipt.field.wechat_nickname',
  wechatAccount: 'receipt.field.wechat_account',
} as const satisfies Record<ReceiptField, MessageId>;

/** The user's name, and the payment methods. At least one is required. */
export function ReceiptForm({ receipt }: { readonly receipt: Receipt }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [isWithoutWay, setWithoutWay] = useState(false);
  const { register, control, handleSubmit, formState } = useForm<Receipt>({
    defaultValues: receipt,
  });
  const given = { ...receipt, ...useWatch({ control }) };
  const { isBusy, failure, send } = useFormCall(saveReceipt, {
    onDone: (message, saved) => {
      showToast('success', message);
      keepReceipt(client, saved);
    },
  });
  const submit = handleSubmit(async (values) => {
    setWithoutWay(!hasWay(values));
    if (hasWay(values)) await send(cleanReceipt(values));
  });
  const field = (name: ReceiptField) => {
    const fault = formState.errors[name]?.type;
    return {
      label: t(FIELD_LABELS[name]),
      error:
        fault === undefined
          ? undefined
          : t(`receipt.error.${fault as 'name' | 'missing' | 'digits'}`),
      ...register(name, {
        validate: {
          name: (_text, all) => faultOf(all, name) !== 'name',
          missing: (_text, all) => faultOf(all, name) !== 'missing',
          digits: (_text, all) => faultOf(all, name) !== 'digits',
        },
      }),
    };
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles['fields']}>
        <TextField autoComplete="name" hint={t('receipt.nameHint')} {...field('realName')} />
      </div>
      {PAYMENT_WAYS.map((way) => (
        <fieldset key={way} className={styles['way']}>
          <WayLegend way={way} isSet={isWaySet(given, way)} />
          <div className={styles['fields']}>
            {WAY_FIELDS[way].map((name) => (
              <TextField
                key={name}
                autoComplete="off"
                inputMode={name === 'bankAccount' ? 'numeric' : undefined}
                {...field(name)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <FormFailure text={isWithoutWay ? t('receipt.error.noWay') : failure?.message} />
      <div className={styles['actions']}>
        <Button type="submit" look="accent" isBusy={isBusy}>
          {t('receipt.save')}
        </Button>
      </div>
    </form>
  );
}

function WayLegend({ way, isSet }: { readonly way: PaymentWay; readonly isSet: boolean }) {
  const t = useTranslate();
  return (
    <legend>
      {t(`receipt.way.${way}`)}{' '}
      {isSet ? (
        <Badge tone="success">{t('receipt.isSet')}</Badge>
      ) : (
        <Badge>{t('receipt.isNotSet')}</Badge>
      )}
    </legend>
  );
}
