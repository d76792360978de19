import type { Signed, Unsigned } from '@meridian/chain/adapter';
import type { KeyRef } from '@meridian/chain/chains';
import type { AgreementAnswer, AgreementQuestion } from '@meridian/chain/signer/agreement';
import type { Approval } from '@meridian/chain/signer/approval';
import type { OperatorAssertion } from '@meridian/chain/signer/operator-devices';

/** The calls of the signer that the sender uses. */
export interface TransferSigner {
  sign(
    approval: Approval,
    unsigned: Unsigned,
    more: {
      readonly toKey?: KeyRef | undefined;
      readonly assertions?: readonly OperatorAssertion[];
    },
  ): Promise<Signed>;
  /**
   * The number of operators' devices that have to agree to a withdrawal, and the signatures that
   * count.
   */
  agreement(question: AgreementQuestion): Promise<AgreementAnswer>;
}
