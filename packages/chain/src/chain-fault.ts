/**
 * A failure of a chain, its node or a request to it. `unreachable`: no usable answer; ask again
 * later. `refused`: the node answered with an error. `contradiction`: the answer cannot be true, so
 * no part of it may be used. `unfunded`: the source does not hold amount and fee. `unfit`: no
 * transaction can be made of the request (dust, wrong chain, unknown asset).
 */
export type ChainFaultCode = 'unreachable' | 'refused' | 'contradiction' | 'unfunded' | 'unfit';

export class ChainFault extends Error {
  readonly code: ChainFaultCode;
  constructor(code: ChainFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChainFault';
    this.code = code;
  }
}
