import { ReferenceInput, SelectInput } from 'react-admin';

const MANY = 1_000;

/** Filters a list by market; always shown. */
export function marketFilter() {
  return (
    <ReferenceInput
      key="market"
      source="market"
      reference="margin-terms"
      sort={{ field: 'id', order: 'ASC' }}
      perPage={MANY}
      alwaysOn
    >
      <SelectInput optionText="symbol" label="Market" emptyText="All markets" />
    </ReferenceInput>
  );
}
