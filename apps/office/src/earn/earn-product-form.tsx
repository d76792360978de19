import { EARN_BOUNDS } from '@meridian/contract/earn/bounds';
import type { ReactNode } from 'react';
import {
  BooleanInput,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  useRecordContext,
} from 'react-admin';
import { BasisPointsInput, isWithin } from '../shared/basis-points-input.tsx';
import { DecimalInput } from '../shared/decimal-input.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { CreatePage, EditPage, TermsForm } from '../shared/form-pages.tsx';
import { earnFaults } from './earn-faults.ts';
import { kindName, KINDS, type EarnProduct } from './earn-words.ts';

const MANY = 1_000;
const NEW_PRODUCT = { kind: 'wealth', rate_ppb: 136_986, days: 30, lend_bps: 0, is_open: false };
const { ratePpb: RATE, earlyKeepBps: KEEP, lendBps: LENT } = EARN_BOUNDS;
/** Savings have none. */
const DAYS = [0, EARN_BOUNDS.days[1]] as const;

export function EarnProductEdit() {
  return (
    <EditPage title={<Name />}>
      <ProductForm />
    </EditPage>
  );
}

export function EarnProductCreate() {
  return (
    <CreatePage title="New product">
      <ProductForm startingProduct={NEW_PRODUCT}>
        <FormGroup title="What it is">
          <SelectInput
            source="kind"
            label="Kind"
            choices={[...KINDS]}
            helperText="It can never be changed."
            validate={required()}
          />
          <ReferenceInput
            source="currency"
            reference="currencies"
            sort={{ field: 'id', order: 'ASC' }}
            perPage={MANY}
          >
            <SelectInput
              optionText="code"
              label="Currency"
              helperText="It can never be changed."
              validate={required()}
            />
          </ReferenceInput>
        </FormGroup>
      </ProductForm>
    </CreatePage>
  );
}

function Name() {
  const product = useRecordContext<EarnProduct>();
  return (
    <>
      {product === undefined
        ? 'Product'
        : `${kindName(product.kind)} ${product.id} in ${product.currency_name}`}
    </>
  );
}

function ProductForm({
  children,
  startingProduct,
}: {
  readonly children?: ReactNode;
  readonly startingProduct?: object;
}) {
  return (
    <TermsForm
      starting={startingProduct}
      faults={earnFaults}
      about="Changes apply to purchases from now on, and to savings from the next midnight (UTC+8): a lock keeps what was agreed. Closing a product happens at once; everything else waits for a second operator."
    >
      {children}
      <FormGroup title="State">
        <BooleanInput source="is_open" label="Can be bought" helperText={false} />
      </FormGroup>
      <Rates />
      <Bounds />
    </TermsForm>
  );
}

function Rates() {
  return (
    <FormGroup title="Interest and term">
      <NumberInput
        source="rate_ppb"
        label="Rate of a day, billionths"
        min={RATE[0]}
        max={RATE[1]}
        step={1}
        validate={isWithin(...RATE)}
        helperText="Of the principal. 27,397 are 1% a year."
      />
      <NumberInput
        source="days"
        label="Days"
        min={DAYS[0]}
        max={DAYS[1]}
        step={1}
        validate={isWithin(...DAYS)}
        helperText="Full days (UTC+8); 0 for savings."
      />
      <NumberInput
        source="early_keep_bps"
        label="Kept by an early exit, hundredths of a percent"
        min={KEEP[0]}
        max={KEEP[1]}
        step={1}
        helperText="Of the interest paid so far. Empty: no early exit."
      />
      <BasisPointsInput
        source="lend_bps"
        label="Lent at most"
        least={LENT[0]}
        most={LENT[1]}
        helperText="of the principal of savings"
      />
    </FormGroup>
  );
}

function Bounds() {
  const inCurrency = 'In the currency of the product.';
  return (
    <FormGroup title="Amounts">
      <DecimalInput source="min" label="Least purchase" helperText={inCurrency} />
      <DecimalInput source="max" label="Most purchase" helperText={inCurrency} />
      <DecimalInput source="capacity" label="Capacity" helperText="Of all customers together." />
      <DecimalInput source="day_quota" label="Quota of a day" helperText={inCurrency} />
    </FormGroup>
  );
}
