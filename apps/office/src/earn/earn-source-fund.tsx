import { Alert } from '@mui/material';
import { Create, ReferenceInput, required, SelectInput, SimpleForm } from 'react-admin';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { FORM_CARD, FormToolbar } from '../shared/form-toolbar.tsx';
import { useSavedNotice } from '../shared/use-saved-notice.ts';
import { productName, type EarnProduct } from './earn-words.ts';

const MANY = 1_000;
const DIRECTIONS = [
  { id: 'in', name: 'From the house to the source' },
  { id: 'out', name: 'From the source to the house' },
];
const START = { direction: 'in' };

/** Moves money between the house's spot wallet and the source of a product. */
export function EarnSourceFund() {
  const savedNotice = useSavedNotice('Moved.');
  return (
    <Create
      title="Move money of a source"
      redirect="list"
      mutationOptions={savedNotice}
      sx={FORM_CARD}
      actions={false}
    >
      <SimpleForm defaultValues={START} toolbar={<FormToolbar />}>
        <Alert severity="info" sx={{ width: '100%', mb: 1 }}>
          It waits for a second operator. What is promised to customers stays in the source.
        </Alert>
        <FormGroup title="What moves">
          <ReferenceInput
            source="product"
            reference="earn-products"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              label="Product"
              optionText={(product: EarnProduct) => `${product.id}: ${productName(product)}`}
              validate={required()}
            />
          </ReferenceInput>
          <SelectInput
            source="direction"
            label="Direction"
            choices={DIRECTIONS}
            validate={required()}
          />
          <DecimalInput source="amount" label="Amount" helperText="In the product's currency." />
        </FormGroup>
      </SimpleForm>
    </Create>
  );
}
