import { ADDRESS_WAIT_HOURS } from '@meridian/contract/custody/bounds';
import type { NetworkName } from '@meridian/contract/custody/networks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormSetError } from 'react-hook-form';
import { ApiError } from '@meridian/contract/client/api-error';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { RadioGroup } from '../../../shared/ui/radio-group.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { addToBook, networksQuery } from '../api.ts';
import { isOpen, type Network } from '../model/network.ts';
import styles from './address-dialog.module.css';

interface Values {
  currency: string;
  address: string;
  notes: string;
}

const NOTES_LENGTH = 60;
const ADDRESS_LENGTH = 128;
/** Refusals of the address itself, which are shown at its field. */
const ADDRESS_FAULTS: ReadonlySet<string> = new Set([
  'address_invalid',
  'address_wrong_network',
  'address_known',
]);

/**
 * Adds an address to the book. The network comes before the address: the server refuses one of
 * another network.
 */
export function AddressDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(networksQuery);
  const open = data?.filter(isOpen);
  return (
    <Dialog isOpen title={t('address.add')} onClose={onClose}>
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton rows={4} height={52} />}
      {open?.length === 0 && <Empty>{t('address.closed')}</Empty>}
      {data !== undefined && open !== undefined && open[0] !== undefined && (
        <AddressForm networks={data} first={open[0]} onDone={onClose} />
      )}
    </Dialog>
  );
}

function AddressForm({
  networks,
  first,
  onDone,
}: {
  readonly networks: readonly Network[];
  readonly first: Network;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<NetworkName>();
  const { register, control, handleSubmit, formState, setError, clearErrors } = useForm<Values>({
    defaultValues: { currency: String(first.currency), address: '', notes: '' },
  });
  const currency = useWatch({ control, name: 'currency' });
  const ways = networks.filter((each) => String(each.currency) === currency);
  const network = ways.find(({ name }) => name === chosen) ?? ways.find(isOpen) ?? ways[0];
  const { isBusy, failure, send } = useAddToBook(setError, onDone);
  const submit = handleSubmit(async ({ address, notes }) => {
    if (network !== undefined)
      await send({
        currency: network.currency,
        network: network.name,
        address: address.trim(),
        notes: notes.trim(),
      });
  });
  const currencies = new Map(networks.map((each) => [String(each.currency), each.code]));
  const { errors } = formState;
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <SelectField
        label={t('address.coin')}
        options={Array.from(currencies, ([value, label]) => ({ value, label }))}
        {...register('currency', { onChange: () => clearErrors('address') })}
      />
      <NetworkChoice
        networks={ways}
        value={network?.name}
        onChange={(name) => {
          setChosen(name);
          clearErrors('address');
        }}
      />
      <TextField
        label={t('address.address')}
        autoComplete="off"
        spellCheck={false}
        maxLength={ADDRESS_LENGTH}
        hint={network && t('address.hint', { network: network.label })}
        error={errors.address && (errors.address.message || t('address.error.address'))}
        {...register('address', { validate: (text) => /^\s*\S+\s*$/.test(text) })}
      />
      <TextField
        label={t('address.notesOptional')}
        autoComplete="off"
        maxLength={NOTES_LENGTH}
        {...register('notes')}
      />
      <p className={styles['note']}>{t('address.whitelistWait', { hours: ADDRESS_WAIT_HOURS })}</p>
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('address.save')}
      </Button>
    </form>
  );
}

/** Saves the address. A refusal of the address itself stands at its field. */
function useAddToBook(setError: UseFormSetError<Values>, onDone: () => void) {
  const client = useQueryClient();
  return useFormCall(addToBook, {
    onDone: (message) => {
      showToast('success', message);
      void client.invalidateQueries({ queryKey: [OWN] });
      onDone();
    },
    onFailed: (error) => {
      const isOfAddress = error instanceof ApiError && ADDRESS_FAULTS.has(error.code);
      if (isOfAddress) setError('address', { message: error.message }, { shouldFocus: true });
      return isOfAddress;
    },
  });
}

interface NetworkChoiceProps {
  readonly networks: readonly Network[];
  readonly value: NetworkName | undefined;
  readonly onChange: (name: NetworkName) => void;
}

function NetworkChoice({ networks, value, onChange }: NetworkChoiceProps) {
  const t = useTranslate();
  return (
    <div className={styles['networks']}>
      <span>{t('address.network')}</span>
      <RadioGroup
        label={t('address.network')}
        value={value}
        onChange={onChange}
        options={networks.map((each) => ({
          name: each.name,
          label: each.label,
          isDisabled: !isOpen(each),
          ...(isOpen(each) ? {} : { hint: t('address.notOpen') }),
        }))}
      />
    </div>
  );
}
