import { formatDecimal } from '@meridian/money/decimal';
import { Alert } from '@mui/material';
import { FormDataConsumer } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { unitsOfTyped } from '../shared/units-of-typed.ts';

const SCALE = 8;

/** The sums that the terms come to: nothing of them can be changed later. */
export function SaleSummary() {
  return (
    <FormDataConsumer<Record<string, unknown>>>
      {({ formData }) => {
        const sums = sumsOf(formData);
        return (
          sums !== undefined && (
            <Alert severity="warning" sx={{ width: '100%' }}>
              {`${sums.coins} coins are offered, for ${sums.money} of the money that they are paid in if all are sold. One person buys ${sums.share} of ${sums.lots} lots at most: ${sums.people === '1' ? 'one can buy all of them.' : `all are sold only if ${sums.people} people or more take part.`}`}
            </Alert>
          )
        );
      }}
    </FormDataConsumer>
  );
}

/** Undefined while something is missing or no number. */
export function sumsOf(form: Readonly<Record<string, unknown>>) {
  const [lotNumber, lotPrice, cap] = ['lot_number', 'lot_price', 'cap_number'].map((field) =>
    unitsOfTyped(form[field]),
  );
  const { lots } = form;
  if (!lotNumber || !lotPrice || !cap || !Number.isSafeInteger(lots) || cap < lotPrice) return;
  const count = BigInt(lots as number);
  if (count < 1n) return;
  const share = cap / lotPrice < count ? cap / lotPrice : count;
  const inWords = (units: bigint): string => groupDigits(formatDecimal(units, SCALE));
  return {
    coins: inWords(lotNumber * count),
    money: inWords(lotPrice * count),
    share: groupDigits(String(share)),
    lots: groupDigits(String(count)),
    people: groupDigits(String((count + share - 1n) / share)),
  };
}
