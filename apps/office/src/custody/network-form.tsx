import { Alert } from '@mui/material';
import {
  BooleanInput,
  minValue,
  NumberInput,
  required,
  SimpleForm,
  useRecordContext,
} from 'react-admin';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { EditPage } from '../shared/form-pages.tsx';
import { FormToolbar } from '../shared/form-toolbar.tsx';
import { networkLabel, type Network } from './custody-words.ts';
import { networkFaults } from './network-faults.ts';

export function NetworkEdit() {
  return (
    <EditPage title={<Name />}>
      <SimpleForm validate={networkFaults} warnWhenUnsavedChanges toolbar={<FormToolbar />}>
        <Height />
        <FormGroup title="State">
          <BooleanInput
            source="is_deposit_open"
            label="Deposits are open"
            helperText="Closed: no addresses are given. What arrives is still credited."
          />
          <BooleanInput
            source="is_withdraw_open"
            label="Withdrawals are open"
            helperText="Closed: nobody can ask for one."
          />
        </FormGroup>
        <FormGroup title="Deposits">
          <DecimalInput
            source="min_deposit"
            label="Least deposit"
            helperText="Less is not credited."
          />
          <NumberInput
            source="confirmations"
            label="Confirmations"
            min={1}
            step={1}
            validate={[required(), minValue(1)]}
            helperText="Until a deposit is credited and a withdrawal is done."
          />
        </FormGroup>
        <WithdrawalLimits />
        <Approvals />
      </SimpleForm>
    </EditPage>
  );
}

function WithdrawalLimits() {
  return (
    <>
      <FormGroup title="One withdrawal">
        <DecimalInput source="min_withdraw" label="Least" helperText="Fee included." />
        <DecimalInput source="max_withdraw" label="Most" helperText="Fee included." />
        <DecimalInput
          source="fee"
          label="Fee"
          helperText="What the customer pays, whatever the chain takes."
        />
      </FormGroup>
      <FormGroup title="All withdrawals together">
        <DecimalInput
          source="max_per_hour"
          label="Most in an hour"
          helperText="More waits. The signer has limits of its own."
        />
        <DecimalInput source="max_per_day" label="Most in a day" helperText="More waits." />
        <DecimalInput
          source="hot_ceiling"
          label="Ceiling of the hot wallet"
          helperText="Above it, an operator should move coins to cold storage."
        />
      </FormGroup>
    </>
  );
}

function Approvals() {
  return (
    <FormGroup title="Approvals">
      <DecimalInput
        source="one_approval_from"
        label="One operator from"
        helperText="Worth in USDT. Below it a withdrawal leaves by itself, unless it is unusual."
      />
      <DecimalInput
        source="two_approvals_from"
        label="Two operators from"
        helperText="Worth in USDT. What a customer lets leave within 24 hours adds up."
      />
      <DecimalInput
        source="new_address_hours"
        label="A new address waits"
        helperText="Hours, 0 to 168, until a first payment to an address leaves that no operator approves."
      />
    </FormGroup>
  );
}

function Name() {
  const network = useRecordContext<Network>();
  return <>{network === undefined ? 'Network' : networkLabel(network.name)}</>;
}

function Height() {
  const network = useRecordContext<Network>();
  if (network === undefined) return null;
  const { height, currency_name } = network;
  return (
    <Alert severity={height === 0 ? 'warning' : 'info'} sx={{ width: '100%', mb: 1 }}>
      {height === 0
        ? 'No node answers for this network: nothing comes in or goes out.'
        : `Read up to block ${height.toLocaleString('en')}.`}{' '}
      {`Amounts are in ${currency_name}. Every change is in force at once, for withdrawals that are asked for from then on.`}
    </Alert>
  );
}
