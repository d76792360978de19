import type { Input } from '@meridian/contract/client/named-calls';
import { call } from '../../http.ts';
import type { OfficeResource } from '../../resource.ts';

/** Own customers of the operator; shown on their account. */
export const ownCustomersResource: OfficeResource = {
  name: 'own-customers',
  permission: 'any',
  calls: {
    list: async ({ signal }) =>
      withIds(await call('GET /office/api/own_customers', {}, { signal })),
  },
};

/** Own customers of another operator; shown in that operator's form. */
export const operatorCustomersResource: OfficeResource = {
  name: 'operator-customers',
  permission: 'operators.write',
  calls: {
    list: async ({ filter, signal }) => {
      const list = withIds(
        await call(
          'GET /office/api/operator_customers',
          {
            operator: Number(filter['operator']),
          } satisfies Input<'GET /office/api/operator_customers'>,
          { signal },
        ),
      );
      return { list, total: list.length };
    },
  },
};

function withIds<L extends { readonly kind: string; readonly value: string }>(
  links: readonly L[],
): (L & { readonly id: string })[] {
  return links.map((link) => ({ ...link, id: `${link.kind} ${link.value}` }));
}
