import { ROLE_NAMES, type Permission, type Role } from '@meridian/contract/office/permissions';

/** The purpose of each role. */
const PURPOSES: Readonly<Record<Role, string>> = {
  owner: 'Runs the place and proposes its changes, operators too. Decides on nothing.',
  approver: 'Decides what others propose, proposes nothing.',
  compliance: 'Customers, their identity, freezing, the audit log.',
  finance: 'Customers, adjustments of balances, payments.',
  support: 'Looks at customers, changes nothing.',
  content: 'Articles and banners.',
  auditor: 'Looks at customers and the audit log, changes nothing.',
};

export const ROLE_CHOICES = ROLE_NAMES.map((role) => ({
  id: role,
  name: roleName(role),
  purpose: PURPOSES[role],
}));

export function roleName(role: Role): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}

export const PERMISSION_NAMES: Readonly<Record<Permission, string>> = {
  'dashboard.read': 'See the dashboard',
  'users.read': 'See customers',
  'users.freeze': 'Freeze customers, end their sessions',
  'identity.review': 'Review identities',
  'content.write': 'Write articles',
  'settings.write': 'Change settings of the site',
  'markets.write': 'Change currencies and markets',
  'orders.cancel': 'Cancel orders of customers',
  'adjustments.propose': 'Propose adjustments',
  'adjustments.approve': 'Decide adjustments of others',
  'custody.read': 'See deposits and withdrawals',
  'custody.approve': 'Decide withdrawals of customers, rule on disputes',
  'custody.settings': 'Change networks, acceptors, agents, pause withdrawals',
  'payments.read': 'See payments through the gateway',
  'payments.decide': 'Credit or give back payments',
  'contracts.read': 'See contracts, exposure, house accounts',
  'contracts.write': 'Change the terms of contracts',
  'convert.read': 'See conversions, the desk and its hedges',
  'convert.write': 'Change the terms of conversions',
  'loans.read': 'See loans and their terms',
  'loans.write': 'Change what is lent, pay for lost loans',
  'p2p.read': 'See ads, deals and traders of the P2P market',
  'p2p.cases': 'Open a P2P deal or an appeal with chat, names and evidence',
  'p2p.talk': 'Write into the chat of a P2P deal as customer service',
  'p2p.act': 'Change P2P terms, remove ads, restrict traders, name merchants',
  'contests.pay': 'Pay the prizes of contests',
  'p2p.rule': 'Rule on appeals of the P2P market',
  'complaints.answer': 'Read and answer complaints and reports',
  'house.read': "See the house's own money",
  'house.move': "Move the house's own money, fill the insurance",
  'faults.release': 'Let commands through again that broke the core',
  'proposals.read': 'See proposed changes',
  'proposals.decide': 'Decide changes that others propose',
  'operators.write': 'Add and change operators',
  'audit.read': 'Read the audit log',
};
