import type { RecordedCommand } from './rules.ts';

/** Amount fields of the areas' commands: the record has them as texts of digits, at any depth. */
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  'custody.transfer': ['amount'],
  'custody.deposit': ['amount'],
  'custody.cost': ['amount'],
  'custody.hold': ['amount', 'dayLimit'],
  'custody.withdraw': ['amount', 'dayLimit', 'mostFee'],
  'custody.network': [
    'minDeposit',
    'minWithdrawal',
    'maxWithdrawal',
    'fee',
    'maxPerHour',
    'maxPerDay',
    'oneApprovalFrom',
    'twoApprovalsFrom',
  ],
  'margin.terms': ['lotSize', 'exposureCap'],
  'margin.addMargin': ['amount'],
  'margin.removeMargin': ['amount'],
  'seconds.terms': ['amounts', 'minStake', 'maxStake', 'exposureCap'],
  'seconds.open': ['stake'],
  'seconds.listInsurance': ['minInsured', 'maxInsured'],
  'seconds.insure': ['amount'],
  'seconds.limitLoss': ['amount'],
  'p2p.terms': ['minFiat', 'maxFiat', 'twoOperatorsFrom', 'merchantBond'],
  'p2p.publish': ['total', 'minQuantity', 'maxQuantity'],
  'p2p.edit': ['minQuantity', 'maxQuantity'],
  'p2p.deal': ['quantity'],
  'p2p.rule': ['toBuyer', 'bondCut'],
  'p2p.bond': ['amount'],
  'earn.product': ['min', 'max', 'capacity', 'dayQuota'],
  'earn.fund': ['amount'],
  'earn.lock': ['amount'],
  'earn.save': ['amount'],
  'earn.redeem': ['amount'],
  'earn.auto': ['keep'],
  'convert.terms': ['min', 'max', 'step', 'hourLimit', 'dust'],
  'convert.fund': ['amount'],
  'rebate.fund': ['amount'],
  'sale.fund': ['amount'],
  'sale.announce': ['lotSize', 'lotPrice', 'supply', 'target', 'min', 'max', 'cap'],
  'sale.commit': ['amount'],
  'convert.quote': ['amount'],
  'convert.sweep': ['least'],
  'convert.plan': ['amount'],
  'loan.offer': ['min', 'max'],
  'loan.borrow': ['collateral', 'amount'],
  'loan.repay': ['amount'],
  'loan.collateral': ['amount'],
  'fee.tiers': ['volume'],
};

/**
 * The command with its amounts as numbers. A value that is not a text of digits stays unchanged,
 * and is refused as such.
 */
export function withAmounts(command: RecordedCommand): RecordedCommand {
  return read(command, AMOUNTS[String(command.kind)] ?? []) as RecordedCommand;
}

function read(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => read(each, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      fields.includes(name) ? amounts(inner) : read(inner, fields),
    ]),
  );
}

/** One amount, or a list of them. */
function amounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(amounts);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;
}
