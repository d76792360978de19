import { Type } from 'typebox';
import { DecimalOut } from './answers.ts';
import { Id, Page, Text, withExamples } from './scalars.ts';

// Parts of the calls of operators.

export const inOffice = { area: 'office', access: 'operator' } as const;
/** Answer to an operator's call that succeeded: a sentence for the operator. */
export const OfficeDone = Type.String({ description: 'text for the operator' });
/** Input of a list with a search. */
export const listInput = {
  page: Type.Optional(Page),
  q: Type.Optional(Text(120, 'what to look for')),
};
/** Rows on a page of a list. */
export const OFFICE_ROWS = 25;
/** Input of a list of contracts, filtered by account and market. */
export const contractListInput = {
  page: Type.Optional(Page),
  q: Type.Optional(Text(120, 'how the account begins, or the id of a user')),
  market: Type.Optional(withExamples(Id, [1])),
};
/** Hundredths of a percent. */
export const Bps = withExamples(Id, [5]);
/** Yes and no in the form of HTML forms. */
export const Flag = Type.Enum(['0', '1']);
/** An account of the house that pays contracts. */
export const HouseAccount = Type.Object({
  owner: Type.Enum(['house', 'insurance']),
  wallet: Type.String(),
  currency_name: Type.String(),
  available: DecimalOut,
  owed: Type.String({
    description:
      'what it would pay if all that is open ended now at its worst for the house that is known; 0 where nothing',
  }),
});
