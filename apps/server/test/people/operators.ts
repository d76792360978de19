/**
 * For tests: operators at their desks, by default one for each role, who make their calls over real
 * HTTP.
 */
import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import { officeLogin } from '@meridian/contract/office/calls';
import { officeProposalDecide } from '@meridian/contract/office/proposals';
import { ROLE_NAMES, type Role } from '@meridian/contract/office/permissions';
import type { TestExchange } from '../test-exchange.ts';
import { addOperator } from '../../src/modules/office/operators.ts';

/** The password of all operators. */
export const OFFICE_PASSWORD = 'Abcd9876';

export interface OfficeAnswer {
  readonly status: number;
  readonly type: string;
  readonly code?: string;
  readonly message: unknown;
}

/** Input of a call, valid or to be refused. */
type Input<C extends Call> = CallInput<C> | Readonly<Record<string, string | number>>;

export class TestOffice<Desk extends string = Role> {
  readonly #exchange: TestExchange;
  readonly #tokens = new Map<Desk, string>();
  #agreeingToken: Promise<string> | undefined;

  constructor(exchange: TestExchange) {
    this.#exchange = exchange;
  }

  /** Opens a desk for each role, under its name. */
  static async open<More extends string = never>(
    exchange: TestExchange,
  ): Promise<TestOffice<Role | More>> {
    const office = new TestOffice<Role | More>(exchange);
    for (const role of ROLE_NAMES) await office.add(role, role);
    return office;
  }

  /** Adds a new operator, and logs in. */
  async add(desk: Desk, role: Role): Promise<void> {
    const account = `${desk.replace(' ', '-')}@office.example`;
    await addOperator(this.#exchange.queries, {
      account,
      name: desk,
      role,
      password: OFFICE_PASSWORD,
    });
    this.#tokens.set(
      desk,
      await this.#exchange.call(officeLogin, { account, password: OFFICE_PASSWORD }),
    );
  }

  /** The token of a desk's session. */
  token(desk: Desk): string {
    return this.#tokens.get(desk) ?? '';
  }

  /** Makes a call and returns any answer. */
  async send<C extends Call>(desk: Desk, call: C, input: Input<C>): Promise<OfficeAnswer> {
    return this.sendWith(this.token(desk), call, input);
  }

  /** The same with a given token. */
  async sendWith<C extends Call>(
    authorization: string,
    call: C,
    input: Input<C>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OfficeAnswer> {
    // A proposal has a reason, unless the test is about that.
    const wanted = call.change === 'proposal' ? { reason: 'A test', ...input } : input;
    const fields = new URLSearchParams(
      Object.entries(wanted as object).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
    const isGet = call.method === 'GET';
    const response = await fetch(
      `${this.#exchange.address}${call.path}${isGet ? `?${fields}` : ''}`,
      {
        method: call.method,
        headers: { authorization, ...headers },
        ...(isGet ? {} : { body: fields }),
      },
    );
    return {
      status: response.status,
      ...((await response.json()) as Omit<OfficeAnswer, 'status'>),
    };
  }

  /**
   * The answer of a call, after a second operator's approval if it needs one. Throws on a refusal.
   */
  async as<C extends Call>(desk: Desk, call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const answer = await this.settled(await this.send(desk, call, input));
    if (answer.type !== 'ok') throw new Error(`${call.path}: ${JSON.stringify(answer)}`);
    return answer.message as CallOutput<C>;
  }

  /** The code that refuses the call, or that refuses it at a second operator's approval. */
  async refused<C extends Call>(desk: Desk, call: C, input: Input<C>): Promise<string> {
    return (await this.settled(await this.send(desk, call, input))).code ?? 'accepted';
  }

  /** The number of the proposal that the call has made. */
  async proposed<C extends Call>(desk: Desk, call: C, input: Input<C>): Promise<number> {
    const answer = await this.send(desk, call, input);
    const id = proposalIn(answer);
    if (id === undefined) throw new Error(`${call.path} is no proposal: ${JSON.stringify(answer)}`);
    return id;
  }

  /** The answer after an operator's approval, if the call has made a proposal. */
  async settled(answer: OfficeAnswer): Promise<OfficeAnswer> {
    const id = proposalIn(answer);
    if (id === undefined) return answer;
    const decided = await this.sendWith(await this.#agreeing(), officeProposalDecide, {
      id,
      approved: '1',
    });
    return decided.type === 'ok'
      ? {
          ...decided,
          message: JSON.parse((decided.message as { answer: string }).answer) as unknown,
        }
      : decided;
  }

  #agreeing(): Promise<string> {
    this.#agreeingToken ??= this.#addAgreeing();
    return this.#agreeingToken;
  }

  async #addAgreeing(): Promise<string> {
    const account = 'agreeing@office.example';
    await addOperator(this.#exchange.queries, {
      account,
      name: 'Agreeing',
      role: 'approver',
      password: OFFICE_PASSWORD,
    });
    return this.#exchange.call(officeLogin, { account, password: OFFICE_PASSWORD });
  }
}

function proposalIn({ type, message }: OfficeAnswer): number | undefined {
  return type === 'ok' && typeof message === 'object' && message !== null && 'proposal' in message
    ? Number(message.proposal)
    : undefined;
}
