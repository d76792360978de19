import { shortAddress } from '@meridian/contract/custody/look-alike';
import { useQuery } from '@tanstack/react-query';
import { useWatch, type Control, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { bookQuery } from '../api.ts';
import type { BookAddress } from '../model/book-address.ts';
import type { Network } from '../model/network.ts';
import type { WithdrawDraft } from '../model/withdraw-draft.ts';
import { addressFault, validators, type AddressFault } from '../model/withdraw-form.ts';
import { GroupedAddress } from './grouped-address.tsx';
import styles from './withdraw-form.module.css';

/** Characters of each end of an address in the select. */
const SELECT_END = 8;

interface WithdrawAddressProps {
  readonly network: Network;
  readonly form: UseFormReturn<WithdrawDraft>;
}

/** The target of a withdrawal: an address of the book, or a typed one. */
export function WithdrawAddress({ network, form }: WithdrawAddressProps) {
  const t = useTranslate();
  const { register, control, setValue, formState } = form;
  const wrong = formState.errors.address;
  const fault =
    wrong &&
    (wrong.type === 'refused'
      ? wrong.message
      : t(`wallet.addressError.${wrong.type as AddressFault}`));
  return (
    <>
      <BookChoice
        network={network}
        onChoose={(address) => setValue('address', address, { shouldValidate: true })}
      />
      <TextField
        label={t('wallet.toAddress')}
        hint={t('wallet.toAddressHint', { network: network.label })}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        error={fault}
        {...register('address', {
          validate: validators(['missing', 'spaces'] as const, addressFault),
        })}
      />
      <WholeAddress control={control} />
      <Link className={styles['book']} to="/withdraw_address">
        {t('wallet.manageBook')}
      </Link>
    </>
  );
}

/** The address in groups, where its field is too short to show the end. */
function WholeAddress({ control }: { readonly control: Control<WithdrawDraft> }) {
  const address = useWatch({ control, name: 'address' }).trim();
  if (address.length <= 2 * SELECT_END) return null;
  return (
    <p className={styles['whole']}>
      <GroupedAddress address={address} />
    </p>
  );
}

/** An address of the book, in place of typing one. Nothing where it has none for this network. */
function BookChoice({
  network,
  onChoose,
}: {
  readonly network: Network;
  readonly onChoose: (address: string) => void;
}) {
  const t = useTranslate();
  const { data } = useQuery(bookQuery(network.currency));
  const known = data?.filter((entry) => entry.network === network.name) ?? [];
  if (known.length === 0) return null;
  const label = ({ address, notes, usableFrom: from }: BookAddress): string =>
    // The address first: a select cuts the end of its line.
    [
      shortAddress(address, SELECT_END),
      notes,
      from === '' ? '' : t('wallet.usableFrom', { time: from }),
    ]
      .filter(Boolean)
      .join(' · ');
  const options = [
    { value: '', label: t('wallet.bookNone') },
    ...known.map((entry) => ({ value: entry.address, label: label(entry) })),
  ];
  return (
    <SelectField
      label={t('wallet.book')}
      defaultValue=""
      onChange={(event) => onChoose(event.target.value)}
      options={options}
    />
  );
}
