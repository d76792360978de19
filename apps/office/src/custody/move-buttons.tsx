import { Button } from '@mui/material';
import { useState } from 'react';
import { callOnce } from '../intentions.ts';
import { walletName } from '../shared/wallet-names.ts';
import type { Account, HouseWallet } from './house-words.ts';
import { MoveDialog } from './move-dialog.tsx';

interface MoveButtonProps {
  readonly accounts: readonly Account[];
}

/** Opens the form that moves money between wallets of the house. */
export function MoveButton({ accounts }: MoveButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState<HouseWallet>('spot');
  const [to, setTo] = useState<HouseWallet>('margin');
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Move between wallets
      </Button>
      {isOpen && (
        <MoveDialog
          title="Move between wallets of the house"
          text="What open tickets could win stays in the seconds wallet. What open positions have gained is paid from the contracts wallet: leave enough there."
          accounts={accounts}
          from={from}
          choices={[
            { label: 'From', value: from, choose: setFrom },
            { label: 'To', value: to, choose: setTo },
          ]}
          fault={from === to ? 'Choose two different wallets.' : undefined}
          question={(amount) =>
            `Move ${amount} from the house's ${walletName(from).toLowerCase()} wallet to its ${walletName(to).toLowerCase()} wallet?`
          }
          make={(move) => callOnce('POST /office/api/house_move', { ...move, from, to })}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Opens the form that pays from the house into the insurance. */
export function InsureButton({ accounts }: MoveButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Pay to the insurance
      </Button>
      {isOpen && (
        <MoveDialog
          title="Pay from the house to the insurance"
          text="From the house's spot wallet. There is no way back: the insurance only pays losses and claims."
          accounts={accounts}
          from="spot"
          question={(amount) =>
            `Pay ${amount} from the house's spot wallet to the insurance? It cannot be taken back.`
          }
          make={(move) => callOnce('POST /office/api/house_insure', move)}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
