import type { BareCall, Call, CallAnswer, CallInput, FileCall, MoneyCall } from '../schema/call.ts';

// Types only: a bundle that imports this module contains no schema.
type Declarations = typeof import('../acceptor/calls.ts') &
  typeof import('../acceptor/office.ts') &
  typeof import('../account/calls.ts') &
  typeof import('../account/office.ts') &
  typeof import('../alert/calls.ts') &
  typeof import('../complaint/calls.ts') &
  typeof import('../complaint/office.ts') &
  typeof import('../contest/calls.ts') &
  typeof import('../contest/office.ts') &
  typeof import('../convert/calls.ts') &
  typeof import('../convert/office.ts') &
  typeof import('../custody/calls.ts') &
  typeof import('../custody/house.ts') &
  typeof import('../custody/office.ts') &
  typeof import('../demo/calls.ts') &
  typeof import('../earn/calls.ts') &
  typeof import('../earn/office.ts') &
  typeof import('../faults/office.ts') &
  typeof import('../fee/calls.ts') &
  typeof import('../fee/office.ts') &
  typeof import('../identity/calls.ts') &
  typeof import('../identity/office.ts') &
  typeof import('../inbox/calls.ts') &
  typeof import('../inbox/push-calls.ts') &
  typeof import('../launch/calls.ts') &
  typeof import('../launch/office.ts') &
  typeof import('../loan/calls.ts') &
  typeof import('../loan/office.ts') &
  typeof import('../margin/calls.ts') &
  typeof import('../margin/office.ts') &
  typeof import('../market/calls.ts') &
  typeof import('../market/office.ts') &
  typeof import('../news/calls.ts') &
  typeof import('../news/office.ts') &
  typeof import('../office/calls.ts') &
  typeof import('../office/operators.ts') &
  typeof import('../office/own-customers.ts') &
  typeof import('../office/proposals.ts') &
  typeof import('../p2p/appeal-calls.ts') &
  typeof import('../p2p/calls.ts') &
  typeof import('../p2p/office-appeals.ts') &
  typeof import('../p2p/office-cases.ts') &
  typeof import('../p2p/trader-calls.ts') &
  typeof import('../p2p/chat-calls.ts') &
  typeof import('../p2p/office.ts') &
  typeof import('../p2p/package-calls.ts') &
  typeof import('../p2p/webhook-calls.ts') &
  typeof import('../payment/calls.ts') &
  typeof import('../payment/office.ts') &
  typeof import('../personal/calls.ts') &
  typeof import('../seconds/calls.ts') &
  typeof import('../seconds/office.ts') &
  typeof import('../security/calls.ts') &
  typeof import('../site/calls.ts') &
  typeof import('../site/office.ts') &
  typeof import('../spot/calls.ts') &
  typeof import('../spot/office.ts') &
  typeof import('../rebate/calls.ts') &
  typeof import('../rebate/office.ts') &
  typeof import('../sale/calls.ts') &
  typeof import('../sale/office.ts') &
  typeof import('../vote/calls.ts') &
  typeof import('../vote/office.ts') &
  typeof import('../wallet/calls.ts') &
  typeof import('../wallet/office.ts');
type Declared = Extract<Declarations[keyof Declarations], Call>;

type NamedCalls = { [C in Declared as `${C['method']} ${C['path']}`]: C };

/** Method and path of a call of the contract: `GET /api/user/info`. */
export type CallName = keyof NamedCalls;
export type CustomerCallName = Extract<CallName, `${string} /api/${string}`>;
export type OfficeCallName = Extract<CallName, `${string} /office/api/${string}`>;

/** Calls that move money: a client sends them under a key, one for each intention. */
export type MoneyCallName = NameOf<MoneyCall>;
/** All other calls. */
export type PlainCallName = Exclude<CallName, MoneyCallName>;
/** Calls without an envelope around their answer. */
export type BareCallName = NameOf<BareCall>;
/** Calls that take one file. */
export type FileCallName = NameOf<FileCall>;
type NameOf<C extends Call> = {
  [N in CallName]: NamedCalls[N] extends C ? N : never;
}[CallName];

export type Input<N extends CallName> = CallInput<NamedCalls[N]>;
export type Output<N extends CallName> = CallAnswer<NamedCalls[N]>;
