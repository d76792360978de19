import type { Amount } from '@meridian/money/amount';
import type { CustodyCommand, Network } from '@meridian/core/custody/custody-commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { SeededRandom } from './seeded-random.ts';
import type { TransferStream } from './transfer-stream.ts';

const WALLETS = ['spot', 'margin', 'seconds', 'p2p'] as const;
const OPERATORS = [1, 2, 3];
/** More than any user has. */
const PLENTY = 10n ** 18n;

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly currencies: readonly number[];
  readonly purse: readonly bigint[];
  readonly transfers: TransferStream;
}

/**
 * Deposits that come twice and are reversed, withdrawals at every step and out of step, transfers
 * of more than the balance, networks whose limits and tiers are in reach of the users' funds.
 */
export class CustodyStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #currencies: readonly number[];
  readonly #purse: readonly bigint[];
  readonly #transfers: TransferStream;
  readonly #networks: Network[] = [];
  /** Names of deposits that may have been credited. */
  readonly #names: { network: number; transaction: string; output: number }[] = [];
  /** Unfinished withdrawals. */
  #open: readonly number[] = [];
  #timeMs = 0;
  /** Commands that come next, in place of random ones. */
  readonly #plan: CustodyCommand[] = [];
  /** Highest escrow number to try; grows with the escrows. */
  #escrows = 1;

  constructor({ random, users, currencies, purse, transfers }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#currencies = currencies;
    this.#purse = purse;
    this.#transfers = transfers;
  }

  /**
   * Opens a network for each currency. The index of the first market values the first currency, the
   * others are their own measure of worth.
   */
  *opening(): Generator<CustodyCommand> {
    for (const [index, currency] of this.#currencies.entries())
      yield this.#relist({ id: index + 1, currency, worthMarket: index === 0 ? 1 : 0 });
  }

  /**
   * @param open unfinished withdrawals
   */
  next(open: readonly number[], timeMs: number): CustodyCommand {
    const random = this.#random;
    this.#open = open;
    this.#timeMs = timeMs;
    const planned = this.#plan.shift();
    if (planned !== undefined) return planned;
    switch (random.below(18)) {
      case 0:
      case 1:
      case 2:
        return this.#transfer();
      case 3:
      case 4:
        return this.#deposit();
      case 5:
        return random.chance(0.7)
          ? { kind: 'custody.reverse', ...this.#name() }
          : this.#runUpDebt();
      case 6:
      case 7:
      case 8:
        return this.#request();
      case 9:
        return {
          kind: 'custody.cancel',
          user: random.pick(this.#users),
          withdrawal: this.#recent(),
        };
      case 10:
        return {
          kind: random.pick([
            'custody.approve',
            'custody.approve',
            'custody.approve',
            'custody.reject',
          ] as const),
          withdrawal: this.#recent(),
          operator: random.pick(OPERATORS),
        };
      case 11:
      case 12:
        return { kind: 'custody.sign', withdrawal: this.#recent() };
      case 13:
        return {
          kind: 'custody.settle',
          withdrawal: this.#recent(),
          transaction: `out-${random.below(1_000)}`,
        };
      case 14:
        return random.chance(0.5)
          ? { kind: 'custody.fail', withdrawal: this.#recent() }
          : this.#cost();
      case 15:
        return this.#hold();
      case 16:
        return {
          kind: 'custody.payHold',
          escrow: 1 + random.below(++this.#escrows),
          recipient: random.chance(0.3) ? 0 : random.pick(this.#users),
          ...(random.chance(0.3) ? { operator: random.pick(OPERATORS) } : {}),
        };
      default:
        return this.#rule();
    }
  }

  #cost(): CustodyCommand {
    const random = this.#random;
    const cost = {
      kind: 'custody.cost',
      user: SYSTEM.house,
      currency: random.pick(this.#currencies),
      amount: this.#amount(),
      reference: 'out',
    } as const;
    return random.chance(0.5)
      ? cost
      : this.#transfers.sent({ ...cost, transfer: this.#transfers.id('cost') });
  }

  #hold(): CustodyCommand {
    const random = this.#random;
    const limit = random.chance(0.5) ? { dayLimit: this.#dayLimit() } : {};
    const hold = {
      kind: 'custody.hold',
      user: random.pick(this.#users),
      currency: random.pick(this.#currencies),
      amount: this.#amount(),
      ...limit,
    } as const;
    return random.chance(0.5)
      ? hold
      : this.#transfers.sent({ ...hold, transfer: this.#transfers.id('deal') });
  }

  /** Sometimes the house, which deposits and moves its own funds. */
  #owner(): number {
    return this.#random.chance(0.1) ? SYSTEM.house : this.#random.pick(this.#users);
  }

  #transfer(): CustodyCommand {
    const random = this.#random;
    const wallets = { from: random.pick(WALLETS), to: random.pick(WALLETS) };
    return {
      kind: 'custody.transfer',
      user: this.#owner(),
      ...wallets,
      currency: random.pick(this.#currencies),
      amount: this.#amount(),
    };
  }

  #deposit(): CustodyCommand {
    const random = this.#random;
    const isNew = this.#names.length === 0 || random.chance(0.7);
    const name = isNew
      ? {
          network: random.pick(this.#networks).id,
          transaction: `in-${random.below(10_000)}`,
          output: random.below(3),
        }
      : this.#name();
    this.#names.push(name);
    return {
      kind: 'custody.deposit',
      ...name,
      user: this.#owner(),
      amount: random.chance(0.05) ? (1n as Amount) : this.#amount(),
    };
  }

  /** A deposit whose coins are out of reach when it is reversed: its user becomes a debtor. */
  #runUpDebt(): CustodyCommand {
    const network = this.#random.pick(this.#networks);
    const debt = { user: this.#owner(), amount: this.#amount() };
    const [first, ...more] = this.#reversalOf(network, debt, this.#random.below(10_000));
    this.#plan.push(...more);
    return first;
  }

  /** The same in a row, for one user and a currency; nothing where no network has it. */
  debtOf(
    user: number,
    { currency, amount }: { readonly currency: number; readonly amount: bigint },
    random: SeededRandom,
  ): readonly CustodyCommand[] {
    const network = this.#networks.find((each) => each.currency === currency);
    if (network === undefined) return [];
    const debt = { user, amount: amount as Amount };
    return this.#reversalOf(network, debt, random.below(10_000));
  }

  #reversalOf(
    { id: network, currency }: Network,
    { user, amount }: { readonly user: number; readonly amount: Amount },
    number: number,
  ): readonly [CustodyCommand, ...CustodyCommand[]] {
    const name = { network, transaction: `in-${number}`, output: 3 };
    this.#names.push(name);
    return [
      { kind: 'custody.deposit', ...name, user, amount },
      { kind: 'custody.hold', user, currency, amount },
      { kind: 'custody.reverse', ...name },
    ];
  }

  /** More withdrawals of one user than may be open. */
  #flood(): CustodyCommand {
    const { id: network, minWithdrawal } = this.#random.pick(this.#networks);
    const user = this.#random.pick(this.#users);
    const ask = {
      kind: 'custody.withdraw',
      user,
      network,
      amount: minWithdrawal,
      address: 'somewhere',
      recipient: 0,
      dayLimit: PLENTY as Amount,
      approvals: 2,
    } as const;
    this.#plan.push(...Array.from({ length: 22 }, () => ask));
    return ask;
  }

  #request(): CustodyCommand {
    const random = this.#random;
    if (random.chance(0.01)) return this.#flood();
    const network = random.chance(0.02) ? 99 : random.pick(this.#networks).id;
    const user = random.pick(this.#users);
    const amount = random.chance(0.03) ? (random.pick([1n, PLENTY]) as Amount) : this.#amount();
    return {
      kind: 'custody.withdraw',
      user,
      network,
      amount,
      // Without a draw, so that older seeds still mean the same commands.
      ...(amount % 4n === 0n ? { mostFee: (amount % 16n === 0n ? 0n : PLENTY) as Amount } : {}),
      address: random.pick(['somewhere', 'somewhere', 'elsewhere']),
      recipient: random.chance(0.3) ? random.pick(this.#users) : 0,
      dayLimit: this.#dayLimit(),
      approvals: random.pick([0, 0, 0, 0, 1, 2]),
      ...(random.chance(0.7)
        ? {}
        : {
            risks: random.pick([
              [],
              ['new_device'],
              ['security_change'],
              ['new_device', 'security_change'],
            ] as const),
          }),
    };
  }

  /** Changes the settings of a network, and pauses and resumes it. */
  #rule(): CustodyCommand {
    const random = this.#random;
    if (random.chance(0.2))
      return {
        kind: 'custody.freeze',
        user: random.pick(this.#users),
        isFrozen: random.chance(0.3),
      };
    if (random.chance(0.1))
      return {
        kind: 'custody.holdBack',
        user: random.pick(this.#users),
        untilMs: this.#timeMs + random.below(3_600_000),
      };
    if (random.chance(0.6))
      return {
        kind: 'custody.pause',
        currency: random.pick([0, ...this.#currencies]),
        isPaused: random.chance(0.3),
      };
    const network = random.pick(this.#networks);
    if (random.chance(0.1))
      return {
        kind: 'custody.network',
        network: {
          ...network,
          currency: random.pick([...this.#currencies, 99]),
          worthMarket: random.pick([0, 1, 99]),
        },
      };
    return this.#relist(network);
  }

  #relist({
    id,
    currency,
    worthMarket,
  }: Pick<Network, 'id' | 'currency' | 'worthMarket'>): CustodyCommand {
    const random = this.#random;
    const small = random.pick(this.#purse) / 100n + 2n;
    const network: Network = {
      id,
      currency,
      name: `chain${id}`,
      minDeposit: (random.chance(0.7) ? 1n : small) as Amount,
      minWithdrawal: small as Amount,
      maxWithdrawal: (small * BigInt(random.pick([1, 1_000, 1_000_000]))) as Amount,
      fee: random.pick([0n, 1n, small - 1n]) as Amount,
      maxPerHour: random.pick([PLENTY, PLENTY, small * 200n]) as Amount,
      maxPerDay: random.pick([PLENTY, PLENTY, small * 300n]) as Amount,
      worthMarket,
      oneApprovalFrom: (small * 50n) as Amount,
      twoApprovalsFrom: (small * BigInt(random.pick([50, 500]))) as Amount,
      isOpen: random.chance(0.9),
      ...random.pick([
        {},
        { newAddressWaitMs: 0 },
        { newAddressWaitMs: 0 },
        { newAddressWaitMs: 60_000 },
      ]),
    };
    const known = this.#networks.findIndex((each) => each.id === id);
    if (known < 0) this.#networks.push(network);
    else this.#networks[known] = network;
    return { kind: 'custody.network', network };
  }

  #name(): { network: number; transaction: string; output: number } {
    return this.#names.length === 0
      ? { network: 1, transaction: 'never', output: 0 }
      : this.#random.pick(this.#names.slice(-20));
  }

  #recent(): number {
    return this.#open.length === 0 || this.#random.chance(0.05)
      ? this.#random.between(1, 100)
      : this.#random.pick(this.#open);
  }

  /** Sometimes in reach of the users' funds. */
  #dayLimit(): Amount {
    return (this.#random.chance(0.2) ? this.#random.pick(this.#purse) : (1n << 62n) - 1n) as Amount;
  }

  #amount(): Amount {
    return (this.#random.pick(this.#purse) / BigInt(this.#random.pick([1, 3, 20])) +
      BigInt(this.#random.below(100)) +
      1n) as Amount;
  }
}
