import { ApiError } from '@meridian/contract/client/api-error';
import type { Output } from '@meridian/contract/client/named-calls';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { call } from '../http.ts';
import { Details } from '../shared/details.tsx';
import { GroupedAddress } from '../shared/grouped-address.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { less } from '../shared/signed-decimals.ts';
import { useAction } from '../shared/use-action.ts';
import { networkLabel, sendingAfter, type Withdrawal } from './custody-words.ts';
import { Risks } from './risks.tsx';
import { askDevice, isSame, readTerms, termsOf } from './withdrawal-terms.ts';

type Terms = Output<'GET /office/api/withdrawal_terms'>;

interface DecisionProps {
  readonly withdrawal: Withdrawal;
  close(): void;
}

/** Fee and received part of the amount in the title. */
function amountsOf({ number, fee, currency_name }: Withdrawal) {
  return [
    ['Fee', `${groupDigits(fee)} ${currency_name}`],
    ['Received', `${groupDigits(less(number, fee))} ${currency_name}`],
  ] as const;
}

/** Shows everything that the approval covers once more. */
export function ApproveDialog({ withdrawal, close }: DecisionProps) {
  const { isBusy, run } = useAction();
  const titleId = useId();
  const { id, user, account, number, worth, network, address, look_alike, flags } = withdrawal;
  const { currency_name } = withdrawal;
  const wanted = useTerms(id);
  const approve = (): void =>
    void run(async () =>
      call('POST /office/api/withdrawal_decide', {
        id,
        approved: '1',
        ...(await signatureFor(withdrawal)),
      }),
    ).then((isDone) => isDone && close());
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle
        id={titleId}
      >{`Approve ${groupDigits(number)} ${currency_name} for ${account}?`}</DialogTitle>
      <DialogContent sx={{ px: 1 }}>
        <Details
          rows={[
            ['Customer', `${account} (${user})`],
            ...amountsOf(withdrawal),
            ['Worth', `${groupDigits(worth)} USDT`],
            ['Network', networkLabel(network)],
            ['Address', <GroupedAddress key="address" address={address} />],
            ...(look_alike === ''
              ? []
              : [
                  ['Looks like', <GroupedAddress key="look-alike" address={look_alike} />] as const,
                ]),
            ['Risk', <Risks key="risk" flags={flags} look_alike={look_alike} />],
          ]}
        />
        {look_alike !== '' && (
          <Alert severity="error" sx={{ mx: 2, mb: 2 }}>
            The address begins and ends like another one that this customer has used or has in the
            book, and is not the same. Ask the customer before you approve.
          </Alert>
        )}
        <DeviceNotice wanted={wanted} />
        <DialogContentText sx={{ px: 2 }}>{sendingAfter(withdrawal)}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="success"
          onClick={approve}
          disabled={isBusy}
          aria-busy={isBusy}
        >
          {wanted?.is_asked === true ? 'Approve with device' : 'Approve'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** For an approved withdrawal that the signer holds back: the operator's device signs it. */
export function AgreeDialog({ withdrawal, close }: DecisionProps) {
  const { isBusy, run } = useAction();
  const titleId = useId();
  const { id, user, account, number, currency_name, network, address, look_alike, flags } =
    withdrawal;
  const wanted = useTerms(id);
  const agree = async (): Promise<string> => {
    const signature = await signatureFor(withdrawal);
    if (signature === undefined)
      throw new ApiError('The signer does not want your device for this withdrawal.', {
        code: 'device',
      });
    return call('POST /office/api/withdrawal_agree', { id, ...signature });
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle
        id={titleId}
      >{`Sign ${groupDigits(number)} ${currency_name} for ${account}?`}</DialogTitle>
      <DialogContent sx={{ px: 1 }}>
        <Details
          rows={[
            ['Customer', `${account} (${user})`],
            ...amountsOf(withdrawal),
            ['Network', networkLabel(network)],
            ['Address', <GroupedAddress key="address" address={address} />],
            ...(look_alike === ''
              ? []
              : [
                  ['Looks like', <GroupedAddress key="look-alike" address={look_alike} />] as const,
                ]),
            ['Risk', <Risks key="risk" flags={flags} look_alike={look_alike} />],
          ]}
        />
        <DeviceNotice wanted={wanted} />
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="success"
          onClick={() => void run(agree).then((isDone) => isDone && close())}
          disabled={isBusy || wanted?.is_asked !== true}
          aria-busy={isBusy}
        >
          Sign with device
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The devices that the signer asks for, for the notice. Undefined while the signer does not answer;
 * the approval itself is then refused with the reason.
 */
function useTerms(id: number): Terms | undefined {
  const [terms, setTerms] = useState<Terms>();
  useEffect(() => {
    let isGone = false;
    termsOf(id).then(
      (found) => isGone || setTerms(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [id]);
  return terms;
}

/** Fetched anew for each try, since a signature expires. */
async function signatureFor({
  id,
  address,
}: Withdrawal): Promise<{ assertion: string; expires_at: number } | undefined> {
  const terms = await termsOf(id);
  if (terms.is_asked && !isSame(readTerms(terms.terms), address))
    throw new ApiError(
      'What the device would sign is not what this page shows. Nothing was signed: pause withdrawals, and find out why.',
      { code: 'device_wrong' },
    );
  return askDevice(terms);
}

function DeviceNotice({ wanted }: { readonly wanted: Terms | undefined }) {
  if (wanted === undefined || wanted.needed === 0) return null;
  const signed = readTerms(wanted.terms);
  const signers = wanted.agreed.length === 0 ? '' : ` Signed by ${wanted.agreed.join(', ')}.`;
  const request =
    signed === undefined
      ? ''
      : ` Your device signs: ${signed.amount} ${signed.asset} on ${signed.network} to ${signed.address}.`;
  return (
    <Alert
      severity={wanted.is_asked && wanted.devices.length === 0 ? 'warning' : 'info'}
      sx={{ mx: 2, mb: 2, overflowWrap: 'anywhere', '& .MuiAlert-message': { minWidth: 0 } }}
    >
      {`The signer wants ${wanted.needed === 1 ? "one operator's device" : "two operators' devices"}.${signers}${wanted.is_asked ? (wanted.devices.length === 0 ? ' It knows none of yours: add one under My account.' : request) : ''}`}
    </Alert>
  );
}

export function RejectDialog({
  withdrawal: { id, account, number, currency_name },
  close,
}: DecisionProps) {
  const { isBusy, run } = useAction();
  const reject = (reason: string, note: string): void =>
    void run(() =>
      call('POST /office/api/withdrawal_decide', {
        id,
        approved: '0',
        reason,
        ...(note === '' ? {} : { note }),
      }),
    ).then((isDone) => isDone && close());
  return (
    <ReasonDialog
      title={`Reject ${groupDigits(number)} ${currency_name} for ${account}?`}
      text="The customer gets the whole amount back at once."
      hint="The customer reads it, word for word."
      hasNote
      confirmLabel="Reject"
      isDangerous
      isBusy={isBusy}
      confirm={reject}
      close={close}
    />
  );
}
