/**
 * Actions of the log in words. A test compares this list with the actions that the server writes.
 */
const ACTIONS: Readonly<Record<string, string>> = {
  login: 'Logged in',
  logout: 'Logged out',
  login_failed: 'Login failed',
  failures: 'Failed attempts',
  password_wrong: 'Wrong password',
  code_wrong: 'Wrong authenticator code',
  session_moved: 'Session used from another address',
  permission_denied: 'Call without permission',
  operator_waits: 'Decision within the waiting time',
  invitation_invalid: 'Invitation that does not hold',
  'retention.erase': 'Erased personal data after its time',

  'proposal.make': 'Proposed a change',
  'proposal.approve': 'Approved a proposal',
  'proposal.reject': 'Rejected a proposal',
  'proposal.take_back': 'Took a proposal back',

  'user.read': 'Looked at a customer',
  'user.freeze': 'Froze a customer',
  'user.unfreeze': 'Opened a frozen account again',
  'user.hold': 'Placed a legal hold',
  'user.release': 'Lifted a legal hold',
  'user.session_end': 'Ended a session of a customer',
  'identity.open': 'Opened an application',
  'identity.approve': 'Approved an identity',
  'identity.reject': 'Rejected an identity',

  'adjustment.propose': 'Proposed an adjustment',
  'adjustment.approve': 'Approved an adjustment',
  'adjustment.reject': 'Rejected an adjustment',
  'withdrawal.approve': 'Approved a withdrawal',
  'withdrawal.reject': 'Rejected a withdrawal',
  'withdrawal.agree': 'Agreed to a withdrawal by device',
  'withdrawal.ask_give_back': 'Asked to give a lost withdrawal back',
  'withdrawal.give_back': 'Gave a lost withdrawal back',
  'claim.read': 'Looked at the picture of a claim',
  'claim.match': 'Matched a claim',
  'claim.reject': 'Rejected a claim',
  'payment.credit': 'Credited a payment',
  'payment.refund': 'Gave a payment back',
  'deal.statements': 'Read the statements of a deal',
  'deal.rule': 'Ruled on a deal',
  'house.move': "Moved the house's money",
  'house.insure': 'Paid to the insurance',
  'orders.cancel': 'Began to cancel orders',
  'orders.cancel_refused': 'Could not cancel orders',
  'orders.cancelled': 'Cancelled orders',

  'setting.save': 'Changed a setting',
  'currency.add': 'Listed a currency',
  'currency.change': 'Changed a currency',
  'market.add': 'Listed a market',
  'market.change': 'Changed a market',
  'network.change': 'Changed a network',
  'custody.cold_move': 'Recorded a cold move',
  'custody.cold_address': 'Changed an address of cold storage',
  'custody.pause': 'Paused withdrawals',
  'custody.resume': 'Resumed withdrawals',
  'margin.offer': 'Offered leveraged contracts',
  'margin.change': 'Changed leverage terms',
  'seconds.offer': 'Offered seconds contracts',
  'seconds.change': 'Changed seconds terms',
  'insurance.offer': 'Offered an insurance',
  'insurance.change': 'Changed an insurance',
  'earn.offer': 'Listed an earning product',
  'earn.change': 'Changed an earning product',
  'earn.fund': 'Moved money of an interest source',
  'convert.offer': 'Opened conversions of a currency',
  'convert.change': 'Changed convert terms',
  'convert.fund': 'Moved coins between house and convert desk',
  'convert_quotes.list': 'Looked at open quotes of conversions',
  'loan.offer': 'Offered a loan',
  'loan.change': 'Changed the terms of a loan',
  'loan.cover': 'Paid savers for a lost loan',
  'p2p.offer': 'Listed a coin in the P2P market',
  'p2p.change': 'Changed P2P terms',
  'p2p.ad_remove': 'Removed a P2P ad',
  'p2p.restrict': 'Restricted a P2P trader',
  'p2p.unrestrict': 'Ended the restriction of a P2P trader',
  'p2p.merchant_name': 'Named a P2P merchant',
  'p2p.merchant_end': 'Ended a P2P merchant',
  'p2p.evidence': 'Made evidence of a P2P deal',
  'p2p.deal': 'Opened a P2P deal with its chat',
  'p2p.chat_send': 'Wrote into the chat of a P2P deal',
  'p2p_ads.list': 'Looked at the list of P2P ads',
  'p2p_deals.list': 'Looked at the list of P2P deals',
  'p2p_traders.list': 'Looked at the list of P2P traders',
  'complaint.read': 'Read a complaint',
  'complaint.answer': 'Answered a complaint',
  'complaint.close': 'Closed a complaint',
  'fee.tiers': 'Set the fee tiers',
  'launch.announce': 'Announced a new coin',
  'launch.change': 'Changed a new coin',
  'rebate.rates': 'Changed the rates of invitation rebates',
  'rebate.fund': 'Moved money between house and rebates',
  'rebate_lines.list': 'Looked at invitation rebates',
  'sale.announce': 'Announced a token sale',
  'sale.cancel': 'Cancelled a token sale',
  'vote.open': 'Announced a round of votes',
  'vote.cancel': 'Cancelled a round of votes',
  'contest.create': 'Announced a contest',
  'contest.change': 'Changed a contest',
  'contest.pay': 'Paid the prizes of a contest',
  'contest.pay_again': 'Paid open prizes of a contest again',
  'acceptor.add': 'Made a customer an acceptor',
  'acceptor.change': 'Changed an acceptor',
  'agent.add': 'Made a customer a regional agent',
  'agent.change': 'Changed a regional agent',
  'agent.remove': 'Removed a regional agent',
  'article.save': 'Saved an article',
  'article.picture': 'Added a picture',
  'article.delete': 'Deleted an article',
  'fault.release': 'Let a held command through',

  'operator.add': 'Added an operator on the machine',
  'operator.invite': 'Invited an operator',
  'operator.join': 'Joined',
  'operator.change': 'Changed an operator',
  'operator.link_customer': 'Changed whose customer an account is',
  'operator.declare_customer': 'Declared an own customer account',
  'operator.password': 'Changed the own password',
  'operator.totp_begin': 'Began to set up an authenticator',
  'operator.totp_enable': 'Set up an authenticator',
  'operator.device_begin': 'Began to add a device',
  'operator.device_add': 'Added a device',
  'operator.device_remove': 'Removed a device',
  'operator.session_end': 'Ended an own session',
};

/** An action in words: `Froze a customer`. An unknown action is its code with spaces. */
export function actionWords(action: string): string {
  const known = ACTIONS[action];
  if (known !== undefined) return known;
  for (const [ending, words] of ENDINGS)
    if (action.endsWith(ending)) return words(action.slice(0, -ending.length));
  return capital(action.replaceAll(/[._]/g, ' '));
}

/** Whether an action has words of its own. */
export function isKnownAction(action: string): boolean {
  return action in ACTIONS || ENDINGS.some(([ending]) => action.endsWith(ending));
}

const ENDINGS: readonly (readonly [string, (beginning: string) => string])[] = [
  ['.list', (list) => `Looked at the list of ${list === 'users' ? 'customers' : list}`],
  ['_refused', (action) => `${actionWords(action)}: refused`],
  ['_again', (action) => `${actionWords(action)}, more than once`],
];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
