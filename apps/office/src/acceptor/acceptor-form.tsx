import { Alert, Box } from '@mui/material';
import type { ReactNode } from 'react';
import { BooleanInput, required, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import { CustomerInput } from '../shared/customer-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { Details } from '../shared/details.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage } from '../shared/form-pages.tsx';
import { FormToolbar } from '../shared/form-toolbar.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { acceptorFaults } from './acceptor-faults.ts';
import { COIN, FIAT, type Acceptor } from './acceptor-words.ts';

const CLOSED = { is_open: false };

export function AcceptorEdit() {
  return (
    <EditPage title={<Name />}>
      <AcceptorForm>
        <Funds />
      </AcceptorForm>
    </EditPage>
  );
}

export function AcceptorCreate() {
  return (
    <CreatePage title="New acceptor">
      <AcceptorForm defaults={CLOSED}>
        <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
          An acceptor sells and buys coins of their own spot wallet. The coins of a deal are held
          from its beginning, whoever gives them.
        </Alert>
        <CustomerInput />
      </AcceptorForm>
    </CreatePage>
  );
}

function Name() {
  return <>{useRecordContext<Acceptor>()?.name ?? 'Acceptor'}</>;
}

/** The acceptor's balance for deals, and its open deals. */
function Funds() {
  const acceptor = useRecordContext<Acceptor>();
  if (acceptor === undefined) return null;
  const { user, account, available, held, coming, open_deals, disputed_deals } = acceptor;
  const coins = (amount: string): string => `${groupDigits(amount)} ${COIN}`;
  return (
    <Box sx={{ width: '100%', '& dl': { px: 0 } }}>
      <Details
        rows={[
          ['Customer', <a key="user" href={`#/users/${user}/show`}>{`${account} (${user})`}</a>],
          ['Can still sell', coins(available)],
          ['Held in deals', coins(held)],
          ['Coming from customers', coins(coming)],
          [
            'Open deals',
            disputed_deals === 0 ? open_deals : `${open_deals}, ${disputed_deals} in dispute`,
          ],
        ]}
      />
    </Box>
  );
}

function AcceptorForm({
  children,
  defaults,
}: {
  readonly children: ReactNode;
  readonly defaults?: object;
}) {
  return (
    <SimpleForm
      {...(defaults === undefined ? {} : { defaultValues: defaults })}
      validate={acceptorFaults}
      warnWhenUnsavedChanges
      toolbar={<FormToolbar />}
    >
      {children}
      <FormGroup title="State">
        <TextInput
          source="name"
          label="Name"
          validate={required()}
          helperText="As customers see it."
          slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
        />
        <BooleanInput
          source="is_open"
          label="Takes new deals"
          helperText="Closed: open deals go on."
        />
      </FormGroup>
      <FormGroup title="Customers buy">
        <DecimalInput
          source="recharge_rate"
          label={`${FIAT} for one ${COIN}`}
          helperText="Up to four decimals. For new deals."
        />
        <DecimalInput
          source="recharge_amount"
          label={`Most ${FIAT} in one deal`}
          helperText="Up to two decimals."
        />
      </FormGroup>
      <FormGroup title="Customers sell">
        <DecimalInput
          source="cash_rate"
          label={`${FIAT} for one ${COIN}`}
          helperText="Up to four decimals. For new deals."
        />
        <DecimalInput
          source="cash_amount"
          label={`Most ${FIAT} in one deal`}
          helperText="Up to two decimals."
        />
      </FormGroup>
      <PaymentAccounts />
    </SimpleForm>
  );
}

function PaymentAccounts() {
  return (
    <>
      <FormGroup title="WeChat">
        <AccountInput source="wechat_nickname" label="Nickname" />
        <AccountInput
          source="wechat_account"
          label="Account"
          helperText="Empty: this way is not offered."
        />
      </FormGroup>
      <FormGroup title="Alipay">
        <AccountInput source="ali_nickname" label="Nickname" />
        <AccountInput
          source="ali_account"
          label="Account"
          helperText="Empty: this way is not offered."
        />
      </FormGroup>
      <FormGroup title="Bank transfer">
        <AccountInput source="bank_name" label="Bank" />
        <AccountInput
          source="bank_account"
          label="Account number"
          helperText="Empty: this way is not offered."
        />
        <AccountInput source="bank_address" label="Branch" longest={120} />
      </FormGroup>
    </>
  );
}

interface AccountInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText?: string;
  readonly longest?: number;
}

function AccountInput({ source, label, helperText, longest = 60 }: AccountInputProps) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      slotProps={{ htmlInput: { maxLength: longest, autoComplete: 'off' } }}
    />
  );
}
