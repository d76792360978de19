import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';

/** Operators change terms. */
const LOOK_MS = 60_000;

const fetchTerms = apiCall('GET /api/fee/terms');

/** The charges of all products except spot. Percentages and amounts are plain decimals. */
export interface Terms {
  readonly contracts: readonly ContractTerms[];
  readonly seconds: readonly SecondsTerms[];
  readonly insurance: readonly InsuranceTerms[];
  readonly conversions: readonly ConversionTerms[];
  readonly loans: readonly LoanTerms[];
  readonly withdrawals: readonly WithdrawalTerms[];
}

export interface ContractTerms {
  readonly pair: string;
  readonly fee: string;
  readonly spread: string;
  readonly overnight: string;
  readonly liquidation: string;
}

export interface SecondsTerms {
  readonly pair: string;
  readonly currency: string;
  readonly fee: string;
  readonly leastPayout: string;
  readonly mostPayout: string;
}

export interface InsuranceTerms {
  readonly currency: string;
  readonly premium: string;
  readonly cover: string;
  readonly days: number;
}

export interface ConversionTerms {
  readonly currency: string;
  readonly margin: string;
  readonly cap: string;
}

export interface LoanTerms {
  readonly pair: string;
  readonly year: string;
  readonly fund: string;
  readonly liquidation: string;
}

export interface WithdrawalTerms {
  readonly network: string;
  readonly currency: string;
  readonly fee: string;
  readonly least: string;
}

export const termsQuery = queryOptions({
  queryKey: ['fee', 'terms'],
  queryFn: async ({ signal }): Promise<Terms> => termsOf(await fetchTerms({}, { signal })),
  refetchInterval: LOOK_MS,
});

function termsOf(answer: Output<'GET /api/fee/terms'>): Terms {
  return {
    contracts: answer.contracts.map(({ liquidation_fee: liquidation, ...row }) => ({
      ...row,
      liquidation,
    })),
    seconds: joined(
      answer.seconds.map(({ pair, currency_name, fee, least_payout, most_payout }) => ({
        ...{ pair, currency: currency_name, fee },
        ...{ leastPayout: least_payout, mostPayout: most_payout },
      })),
    ),
    insurance: answer.insurance.map(({ currency_name: currency, ...row }) => ({
      ...row,
      currency,
    })),
    conversions: answer.conversions.map(({ currency_name: currency, ...row }) => ({
      ...row,
      currency,
    })),
    loans: answer.loans.map(({ pair, year_rate, fund_share, liquidation_fee }) => ({
      ...{ pair, year: year_rate, fund: fund_share, liquidation: liquidation_fee },
    })),
    withdrawals: answer.withdrawals.map(({ currency_name: currency, ...row }) => ({
      ...row,
      currency,
    })),
  };
}

/** One row for all currencies of a pair that have the same terms. */
function joined(rows: readonly SecondsTerms[]): SecondsTerms[] {
  const groups = Map.groupBy(rows, ({ pair, fee, leastPayout, mostPayout }) =>
    [pair, fee, leastPayout, mostPayout].join(' '),
  );
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [{ ...first, currency: [first, ...rest].map(({ currency }) => currency).join(', ') }],
  );
}
