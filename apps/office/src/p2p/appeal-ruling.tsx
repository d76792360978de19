import { Box, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { call } from '../http.ts';
import { DecimalField } from '../shared/decimal-field.tsx';
import { decimalFault } from '../shared/decimal-rule.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import { FAULTS, type Fault, type WholeAppeal } from './appeal-words.ts';

interface AppealRulingProps {
  readonly appeal: WholeAppeal;
  close(): void;
}

const CHOICES = Object.entries(FAULTS) as [Fault, string][];

/** A ruling is final. Where a first operator has ruled, the dialog begins with the same. */
export function AppealRuling({ appeal, close }: AppealRulingProps) {
  const { id, number, currency_name: coin, rulings, needs_two, sides } = appeal;
  const [first] = rulings;
  const [toBuyer, setToBuyer] = useState(first?.to_buyer ?? '');
  const [fault, setFault] = useState<Fault>(first?.fault ?? 'nobody');
  const [bondCut, setBondCut] = useState(first?.bond_cut ?? '0');
  const { isBusy, run } = useAction();
  const bond = fault === 'nobody' ? '0' : sides[fault].bond;
  const isReady =
    decimalFault(toBuyer) === undefined && (bond === '0' || decimalFault(bondCut) === undefined);
  const rule = (reason: string): void =>
    void run(() =>
      call('POST /office/api/p2p_appeal_rule', {
        id,
        to_buyer: toBuyer,
        fault,
        bond_cut: bond === '0' ? '0' : bondCut,
        reason,
      }),
    ).then((isDone) => isDone && close());
  return (
    <ReasonDialog
      title={`Rule on appeal ${id}`}
      text={
        needs_two || (bond !== '0' && /[1-9]/.test(bondCut))
          ? 'The coins go when a second operator rules exactly the same. A ruling cannot be taken back.'
          : 'The coins go at once, and a ruling cannot be taken back.'
      }
      hint="Both sides read the reason of who ruled first; each stands in the audit log."
      confirmLabel="Rule"
      isDangerous
      isBusy={isBusy || !isReady}
      confirm={rule}
      close={close}
    >
      <Box sx={{ display: 'grid', gap: 2, px: 2, pb: 2 }}>
        <DecimalField
          label={`To the buyer, ${coin}`}
          value={toBuyer}
          onChange={setToBuyer}
          helperText={`Of ${groupDigits(number)}: all of it releases, 0 refunds. The seller gets the rest.`}
          isRequired
        />
        <TextField
          select
          label="Fault"
          value={fault}
          onChange={(event) => setFault(event.target.value as Fault)}
          helperText="Counts against that side"
        >
          {CHOICES.map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {fault !== 'nobody' && bond !== '0' && (
          <DecimalField
            label={`From the bond, ${sides[fault].bond_currency_name}`}
            value={bondCut}
            onChange={setBondCut}
            helperText={`Of ${groupDigits(bond)}; paid to the other side`}
            isRequired
          />
        )}
      </Box>
    </ReasonDialog>
  );
}
