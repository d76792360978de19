import type { Signed, Unsigned } from '@meridian/chain/adapter';
import type { KeyRef } from '@meridian/chain/chains';
import type { AgreementAnswer, AgreementQuestion } from '@meridian/chain/signer/agreement';
import type { Approval } from '@meridian/chain/signer/approval';
import type { OperatorAssertion } from '@meridian/chain/signer/operator-devices';

/** The part of the signer that the sender needs. */
export interface TransferSigner {
  sign(
    approval: Approval,
    unsigned: Unsigned,
    more: {
      readonly toKey?: KeyRef | undefined;
      readonly assertions?: readonly OperatorAssertion[];
    },
  ): Promise<Signed>;
  /** How many operators' devices have to agree to a withdrawal, and whose signatures count. */
  agreement(question: AgreementQuestion): Promise<AgreementAnswer>;
}
