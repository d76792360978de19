import { differences, type Difference } from '../audit/differences.ts';
import { actionWords } from '../audit/action-words.ts';
import { fieldInSentence } from '../audit/field-name.ts';
import { fieldValue } from '../audit/field-value.ts';
import { subjectWords } from '../audit/subject-words.ts';
import { networkLabel } from '../../custody/custody-words.ts';
import { settingName } from '../../site/setting-groups.ts';
import type { Proposal } from './proposal-words.ts';

type Told = Pick<Proposal, 'action' | 'subject' | 'before' | 'after'>;

/**
 * The parts of a proposal's title: the subject without its kind, and a field of the proposed values
 * ('' if absent).
 */
interface Known {
  readonly subject: string;
  field(name: string): string;
  /** The changes, as `fee from 8 to 10 and 2 more`. */
  readonly changes: string;
  readonly differences: readonly Difference[];
}

/** The title names so many changes and counts the others. */
const NAMED_CHANGES = 2;
const LONGEST_VALUE = 60;

const SENTENCES: Readonly<Record<string, (known: Known) => string>> = {
  'setting.save': ({ subject, differences: [value] }) =>
    value?.isChanged === false
      ? `Confirm the setting ${settingName(subject)} at ${quoted(value.after)}`
      : `Change the setting ${settingName(subject)} from ${quoted(value?.before)} to ${quoted(value?.after)}`,
  'market.add': ({ field }) => `List the market ${field('symbol')}`,
  'market.change': ({ field, changes }) => `Change the market ${field('symbol')}: ${changes}`,
  'currency.add': ({ subject, field }) =>
    `List the currency ${subject} with ${field('scale')} decimals`,
  'currency.change': ({ differences: all, field, changes }) => {
    const code = all.find((one) => one.field === 'code' && one.isChanged);
    return code === undefined
      ? `Change the currency ${field('code')}: ${changes}`
      : `Rename the currency ${code.before} to ${code.after}`;
  },
  'network.change': ({ subject, changes }) =>
    `Change the network ${networkLabel(subject)}: ${changes}`,
  'custody.cold_move': ({ field }) =>
    `Count ${field('amount')} ${field('currency')} as moved ${field('direction') === 'to_hot' ? 'from cold storage to the hot wallet' : 'to cold storage'}`,
  'custody.cold_address': ({ field }) =>
    `${field('registered') === 'true' ? 'Register' : 'Take off'} the address of cold storage ${field('address')} (${networkLabel(field('network'))})`,
  'custody.pause': ({ field }) =>
    `Pause withdrawals of ${field('currency_name') || 'all currencies'}`,
  'custody.resume': ({ field }) =>
    `Resume withdrawals of ${field('currency_name') || 'all currencies'}`,
  'margin.offer': ({ field }) => `Offer leveraged contracts on ${field('symbol')}`,
  'margin.change': ({ field, changes }) =>
    `Change the leveraged contracts on ${field('symbol')}: ${changes}`,
  'seconds.offer': ({ field }) =>
    `Offer seconds contracts on ${field('symbol')} in ${field('currency_name')}`,
  'seconds.change': ({ field, changes }) =>
    `Change the seconds contracts on ${field('symbol')} in ${field('currency_name')}: ${changes}`,
  'insurance.offer': ({ field }) =>
    `Offer an insurance in ${field('currency_name')} for ${field('days')} days`,
  'insurance.change': ({ subject, changes }) => `Change insurance ${subject}: ${changes}`,
  'earn.offer': ({ subject, field }) =>
    `List earning product ${subject} in ${field('currency_name')} at ${field('rate_ppb')} billionths a day`,
  'earn.change': ({ subject, field, changes }) =>
    `Change earning product ${subject} (${field('currency_name')}, ${field('days')} days): ${changes}`,
  'earn.fund': ({ subject, field }) =>
    `Move ${field('amount')} ${field('currency')} ${field('direction') === 'in' ? 'from the house to' : 'to the house from'} the source of product ${subject}`,
  'loan.offer': ({ field }) => `Lend ${field('currency_name')} on ${field('symbol')}`,
  'loan.change': ({ field, changes }) => `Change the loans on ${field('symbol')}: ${changes}`,
  'loan.cover': ({ subject, field }) =>
    `Pay savers ${field('missing')} for the lost loan ${subject}`,
  'p2p.offer': ({ field }) => `List ${field('currency_name')} in the P2P market`,
  'p2p.change': ({ field, changes }) =>
    `Change the P2P terms of ${field('currency_name')}: ${changes}`,
  'convert.offer': ({ field }) => `Open conversions of ${field('currency_name')}`,
  'convert.change': ({ field, changes }) =>
    `Change the conversions of ${field('currency_name')}: ${changes}`,
  'convert.fund': ({ field }) =>
    `Move ${field('amount')} ${field('currency_name')} ${field('to_desk') === 'true' ? 'from the house to the convert desk' : 'from the convert desk to the house'}`,
  'p2p.unrestrict': ({ subject }) => `End the restriction of P2P trader ${subject}`,
  'p2p.restrict': ({ subject, field }) =>
    `Shorten the restriction of P2P trader ${subject} to ${field('restricted_hours')} hours`,
  'p2p.merchant_name': ({ subject }) => `Make customer ${subject} a P2P merchant`,
  'contest.create': ({ field }) =>
    `Announce the contest ${field('name')}${field('prizes') === '' ? ' without prizes' : ` with prizes ${field('prizes')}`}`,
  'contest.change': ({ field, changes }) => `Change the contest ${field('name')}: ${changes}`,
  'fee.tiers': ({ changes }) => `Set the fee tiers: ${changes}`,
  'launch.announce': ({ field }) => `Announce the new coin ${field('name')}`,
  'rebate.rates': ({ changes }) => `Change the invitation rebates: ${changes}`,
  'rebate.fund': ({ field }) =>
    `Move ${field('amount')} ${field('currency_name')} ${field('to_rebates') === 'true' ? 'from the house to the rebates' : 'from the rebates to the house'}`,
  'sale.announce': ({ field }) => `Announce the sale ${field('title')}`,
  'sale.cancel': ({ field }) => `Cancel the sale ${field('title')}`,
  'vote.open': ({ field }) => `Announce the vote ${field('title')}`,
  'vote.cancel': ({ field }) => `Cancel the vote ${field('title')}`,
  'launch.change': ({ field, changes }) => `Change the new coin ${field('name')}: ${changes}`,
  'acceptor.add': ({ field }) => `Make customer ${field('user')} an acceptor, ${field('name')}`,
  'acceptor.change': ({ field, changes }) => `Change the acceptor ${field('name')}: ${changes}`,
  'agent.add': ({ subject, field }) =>
    `Make customer ${subject} the agent of ${field('city_name')}, ${field('district_name')}`,
  'agent.change': ({ subject, changes }) => `Change the agent ${subject}: ${changes}`,
  'user.unfreeze': ({ subject }) => `Open the frozen account of customer ${subject} again`,
  'operator.invite': ({ field }) =>
    field('role') === ''
      ? `Invite ${field('account')} again`
      : `Let in ${field('account')} as ${field('role')}`,
  'operator.change': ({ field, changes }) => `Change the operator ${field('account')}: ${changes}`,
  'operator.link_customer': ({ field }) =>
    field('linked') === 'true'
      ? `Take decisions on customer ${field('value')} away from ${field('operator')}`
      : `Let ${field('operator')} decide on customer ${field('value')} again`,
};

/**
 * The title of a proposal, a sentence: `Change the setting Customer service link from nothing to
 * https://…`.
 */
export function titleOf({ action, subject, before, after }: Told): string {
  const sentence = SENTENCES[action];
  const all = differences(before, after);
  if (sentence === undefined) return `${actionWords(action)}: ${subjectWords(subject)}`;
  return sentence({
    subject: subject.replace(/^\S+ /, ''),
    field: (name) => all.find((one) => one.field === name)?.after ?? '',
    changes: changesOf(all),
    differences: all,
  });
}

function changesOf(all: readonly Difference[]): string {
  const changed = all.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return 'nothing changes';
  const named = changed
    .slice(0, NAMED_CHANGES)
    .map(
      ({ field, before, after }) =>
        `${fieldInSentence(field)} from ${quoted(fieldValue(field, before))} to ${quoted(fieldValue(field, after))}`,
    );
  const more = changed.length - named.length;
  return named.join(', ') + (more > 0 ? `, and ${more} more` : '');
}

/** A value within a sentence. Long ones are cut, since the changes are shown below. */
function quoted(value: string | undefined): string {
  if (value === undefined || value === '') return 'nothing';
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}
