import { Alert, Box } from '@mui/material';
import { Create, ReferenceInput, required, SelectInput, SimpleForm, TextInput } from 'react-admin';
import { CustomerInput } from '../shared/customer-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FORM_CARD, FormToolbar } from '../shared/form-toolbar.tsx';
import { WALLET_CHOICES } from '../shared/wallet-names.ts';

/** Proposes a payment to a customer. */
export function AdjustmentCreate() {
  return (
    <Create title="Propose an adjustment" redirect="list" sx={FORM_CARD} actions={false}>
      <SimpleForm defaultValues={{ wallet: 'spot' }} toolbar={<FormToolbar saveLabel="Propose" />}>
        <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
          The amount comes from the house's account, once another operator has approved it.
        </Alert>
        <CustomerInput />
        <Box
          sx={{
            display: 'grid',
            columnGap: 2,
            width: '100%',
            gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          <DecimalInput source="amount" label="Amount" />
          <ReferenceInput
            source="currency"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={1000}
          >
            <SelectInput
              optionText="code"
              label="Currency"
              validate={required()}
              helperText={false}
            />
          </ReferenceInput>
          <SelectInput
            source="wallet"
            label="Wallet"
            choices={[...WALLET_CHOICES]}
            validate={required()}
            helperText={false}
          />
        </Box>
        <TextInput
          source="reason"
          label="Reason"
          validate={required()}
          helperText="For who decides, and for the audit log."
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
      </SimpleForm>
    </Create>
  );
}
