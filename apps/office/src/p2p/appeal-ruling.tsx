import { Box, Button, MenuItem, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { call } from '../http.ts';
import { DecimalField } from '../shared/decimal-field.tsx';
import { decimalFault } from '../shared/decimal-rule.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import {
  aboveFault,
  FAULTS,
  isSameRuling,
  type Fault,
  type Ruling,
  type WholeAppeal,
} from './appeal-words.ts';

interface AppealRulingProps {
  readonly appeal: WholeAppeal;
  close(): void;
}

const CHOICES = Object.entries(FAULTS) as [Fault, string][];

/** A ruling is final. Where a first operator has ruled, the dialog begins with the same. */
export function AppealRuling({ appeal, close }: AppealRulingProps) {
  const { id, number, currency_name: coin, rulings, sides } = appeal;
  const first = rulings.find(({ state }) => state === 'waits');
  const [toBuyer, setToBuyer] = useState(first?.to_buyer ?? '');
  const [fault, setFault] = useState<Fault>(first?.fault ?? 'nobody');
  const [typedCut, setTypedCut] = useState(first?.bond_cut ?? '0');
  const { isBusy, run } = useAction();
  const bond = fault === 'nobody' ? '0' : sides[fault].bond;
  const bondCut = bond === '0' ? '0' : typedCut;
  const ruling = { to_buyer: toBuyer, fault, bond_cut: bondCut };
  const isReady = isAmount(toBuyer, number) && isAmount(bondCut, bond);
  const rule = (reason: string): void =>
    void run(() => call('POST /office/api/p2p_appeal_rule', { id, ...ruling, reason })).then(
      (isDone) => isDone && close(),
    );
  return (
    <ReasonDialog
      title={`Rule on appeal ${id}`}
      text={effectOf(ruling, { ...appeal, first })}
      hint="Both sides read the reason of who ruled first; each stands in the audit log."
      confirmLabel="Rule"
      isDangerous
      isBusy={isBusy || !isReady}
      confirm={rule}
      close={close}
    >
      <Box sx={{ display: 'grid', gap: 2, px: 2, pb: 2 }}>
        <ToBuyer coin={coin} number={number} value={toBuyer} change={setToBuyer} />
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
            value={typedCut}
            onChange={setTypedCut}
            helperText={`Of ${groupDigits(bond)}; paid to the other side`}
            error={aboveFault(typedCut, bond)}
            isRequired
          />
        )}
      </Box>
    </ReasonDialog>
  );
}

interface ToBuyerProps {
  readonly coin: string;
  /** Coins in question. */
  readonly number: string;
  readonly value: string;
  change(value: string): void;
}

function ToBuyer({ coin, number, value, change }: ToBuyerProps) {
  return (
    <Box>
      <DecimalField
        label={`To the buyer, ${coin}`}
        value={value}
        onChange={change}
        helperText={`Of ${groupDigits(number)}: all of it releases, 0 refunds. The seller gets the rest.`}
        error={aboveFault(value, number)}
        isRequired
      />
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" size="small" onClick={() => change(number)}>
          All to the buyer
        </Button>
        <Button variant="outlined" size="small" onClick={() => change('0')}>
          All to the seller
        </Button>
      </Stack>
    </Box>
  );
}

function isAmount(typed: string, most: string): boolean {
  return decimalFault(typed) === undefined && aboveFault(typed, most) === undefined;
}

/** The effect of a ruling. @param first a ruling that waits, if there is one */
function effectOf(
  ruling: Pick<Ruling, 'to_buyer' | 'fault' | 'bond_cut'>,
  { needs_two, first }: Pick<WholeAppeal, 'needs_two'> & { readonly first: Ruling | undefined },
): string {
  if (!needs_two && !/[1-9]/.test(ruling.bond_cut))
    return 'The coins go at once, and a ruling cannot be taken back.';
  const replaced =
    first === undefined || isSameRuling(ruling, first)
      ? ''
      : `It differs from the ruling of ${first.operator}, and replaces it. `;
  return `${replaced}The coins go when a second operator rules exactly the same. A ruling cannot be taken back.`;
}
