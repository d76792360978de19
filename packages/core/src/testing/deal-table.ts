import type { Party } from '../p2p/p2p-commands.ts';
import type { Rejection } from '../rejections.ts';

/**
 * Every state of a deal, every act, and the actors that may do it: written by hand from the
 * rulings, for the core and for the server alike.
 */
export const DEAL_ACTS = [
  'pay',
  'cancel',
  'extend',
  'release',
  'askCancel',
  'agree',
  'disagree',
  'appeal',
  'answer',
  'withdraw',
  'rule',
] as const;
export type DealActName = (typeof DEAL_ACTS)[number];

export const DEAL_ACTORS = ['buyer', 'seller', 'stranger', 'operator 1', 'operator 2'] as const;
export type DealActor = (typeof DEAL_ACTORS)[number];

/** The steps that lead to a state: an act by its actor, or a time that passes. */
export type DealStep =
  | { readonly minutes: number }
  | { readonly actor: DealActor; readonly act: DealActName; readonly share: number };

export interface DealScene {
  readonly name: string;
  /** Whether the deal is worth so much that two operators rule on it. */
  readonly isBig: boolean;
  readonly steps: readonly DealStep[];
  readonly cells: readonly string[];
}

/** One side's acts on a deal; either side may appeal, and answers or withdraws an appeal. */
const SIDE_OF: Partial<Record<DealActName, Party>> = {
  pay: 'buyer',
  cancel: 'buyer',
  extend: 'seller',
  release: 'seller',
  askCancel: 'seller',
  agree: 'buyer',
  disagree: 'buyer',
};

/** A cell that is none of these letters is a refusal. */
const REFUSALS: Readonly<Record<string, Rejection>> = {
  u: 'deal_unpaid',
  p: 'deal_paid',
  c: 'deal_completed',
  x: 'deal_cancelled',
  q: 'cancel_asked',
  n: 'cancel_not_asked',
  a: 'deal_in_appeal',
  e: 'appeal_too_early',
  l: 'appeal_too_late',
  o: 'appeal_about_nothing',
  z: 'appeals_exhausted',
  v: 'appeal_withdrawn_before',
  w: 'appeal_answer_pending',
  i: 'appeal_same_operator',
};

/**
 * Columns: pay, cancel, extend, release, ask to cancel, agree, disagree | the buyer's appeal, the
 * seller's | answer, withdraw | operator 1 rules, operator 2 rules. Cells: B, S or O, the actors
 * that may do it; =B, =S or =O: it is accepted and moves nothing; - there is nothing to act on; a
 * small letter is the refusal above, vS the seller's alone. Steps: B, S, 1 or 2 (operators) with an
 * act, or minutes, hours, days.
 */
const TABLE = `
unpaid                    : B B S u S n n | u u | - - | - - : 
asked                     : B B S u q B B | u u | - - | - - : S askCancel
refused to be cancelled   : B B S u S n n | u u | - - | - - : S askCancel, B disagree
asked three times         : B B S u q n n | u u | - - | - - : S askCancel, B disagree, S askCancel, B disagree, S askCancel, B disagree
extended, past its time   : B B S u S n n | u u | - - | - - : S extend, 16m
expired                   : x x x x x x x | B o | - - | - - : 16m
expired, asked            : x x x x x x x | B o | - - | - - : S askCancel, 16m
paid                      : p p p S S n n | e S | - - | - - : B pay
paid, asked               : p p p S q B B | e S | - - | - - : B pay, S askCancel
paid, late                : p p p S S n n | B S | - - | - - : B pay, 15m
paid for a month          : p p p S S n n | B S | - - | - - : B pay, 30d
buyer appeals             : p p p S S n n | a a | S B | w w : B pay, 15m, B appeal
seller appeals            : p p p S S n n | a a | B S | w w : B pay, S appeal
in appeal, asked          : p p p S q B B | a a | S B | w w : B pay, 15m, B appeal, S askCancel
answered                  : p p p S S n n | a a | =S B | O O : B pay, 15m, B appeal, S answer
silent for a day          : p p p S S n n | a a | S B | O O : B pay, 15m, B appeal, 24h
big, answered             : p p p S S n n | a a | =B S | =O =O : big, B pay, S appeal, B answer
big, ruled once           : p p p S S n n | a a | =B S | =O O : big, B pay, S appeal, B answer, 1 half
big, asked, ruled once    : p p p S q B B | a a | =B S | =O O : big, B pay, S appeal, B answer, S askCancel, 1 half
big, operators differ     : p p p S S n n | a a | =B S | O =O : big, B pay, S appeal, B answer, 1 all, 2 half
withdrawn                 : p p p S S n n | B S | - - | - - : B pay, 15m, B appeal, B withdraw
withdrawn, time goes on   : p p p S S n n | e S | - - | - - : B pay, S appeal, 9h, S withdraw
withdrawn, appealed again : p p p S S n n | a a | B vS | w w : B pay, S appeal, S withdraw, S appeal
both withdrew             : p p p S S n n | B S | - - | - - : B pay, 15m, B appeal, B withdraw, S appeal, S withdraw
completed                 : c c c c c c c | o S | - - | - - : B pay, S release
settled in appeal         : c c c c c c c | o S | - - | - - : B pay, S appeal, S release
cancelled                 : x x x x x x x | B o | - - | - - : B cancel
called off, unpaid        : x x x x x x x | B o | - - | - - : S askCancel, B agree
called off, paid          : x x x x x x x | B o | - - | - - : B pay, S askCancel, B agree
called off in appeal      : x x x x x x x | B o | - - | - - : B pay, S appeal, S askCancel, B agree
completed, in appeal      : c c c c c c c | a a | B S | w w : B pay, S release, S appeal
cancelled, in appeal      : x x x x x x x | a a | S B | w w : B cancel, B appeal
expired, in appeal        : x x x x x x x | a a | S B | w w : 16m, B appeal
completed, answered       : c c c c c c c | a a | =B S | O O : B pay, S release, S appeal, B answer
cancelled, silent         : x x x x x x x | a a | S B | O O : B cancel, B appeal, 24h
big, completed, once      : c c c c c c c | a a | =B S | =O O : big, B pay, S release, S appeal, B answer, 1 half
withdrawn after the end   : c c c c c c c | o S | - - | - - : B pay, S release, S appeal, S withdraw
ruled for the buyer       : c c c c c c c | o S | - - | - - : B pay, 15m, B appeal, S answer, 1 all
ruled for the seller      : x x x x x x x | B o | - - | - - : B pay, 15m, B appeal, S answer, 1 none
split                     : c c c c c c c | B S | - - | - - : B pay, 15m, B appeal, S answer, 1 half
ruled by two              : c c c c c c c | B S | - - | - - : big, B pay, S appeal, B answer, 1 half, 2 half
second appeal             : c c c c c c c | a a | S B | i w : B pay, S appeal, B answer, 1 half, B appeal
second appeal, answered   : c c c c c c c | a a | =S B | i O : B pay, S appeal, B answer, 1 half, B appeal, S answer
ruled twice               : c c c c c c c | z z | - - | - - : B pay, S appeal, B answer, 1 half, B appeal, S answer, 2 half
ruled after the end       : x x x x x x x | B S | - - | - - : B cancel, B appeal, S answer, 1 half
completed, too long ago   : c c c c c c c | l l | - - | - - : B pay, S release, 7d
cancelled, too long ago   : x x x x x x x | l l | - - | - - : B cancel, 7d
forgotten                 : - - - - - - - | - - | - - | - - : B cancel, 7d, 1m
`;

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 };
const ACTOR: Readonly<Record<string, DealActor>> = {
  B: 'buyer',
  S: 'seller',
  1: 'operator 1',
  2: 'operator 2',
};
const SHARE: Readonly<Record<string, number>> = { all: 100, half: 50, none: 0 };

export const DEAL_SCENES: readonly DealScene[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [name = '', cells = '', path = ''] = row.split(':').map((part) => part.trim());
    const words = path.split(', ').filter((word) => word !== '');
    return {
      name,
      isBig: words[0] === 'big',
      steps: words.filter((word) => word !== 'big').map(stepOf),
      cells: cells.split(/[ |]+/),
    };
  });

/**
 * The answer to an actor in a state: `done`, `unchanged` (accepted, and the deal stays as it is),
 * or the code of the rejection. @returns undefined for an act that the actor has no call for
 */
export function dealAnswer(
  { cells }: DealScene,
  actor: DealActor,
  act: DealActName,
): 'done' | 'unchanged' | Rejection | undefined {
  const isOperator = actor.startsWith('operator');
  if (isOperator !== (act === 'rule')) return undefined;
  const cell = cells[columnOf(actor, act)] ?? '';
  const isOfAppeal = act === 'answer' || act === 'withdraw' || act === 'rule';
  if (cell === '-' || actor === 'stranger')
    return isOfAppeal ? 'appeal_not_found' : 'p2p_deal_not_found';
  const own = isOperator ? 'O' : actor === 'buyer' ? 'B' : 'S';
  const side = SIDE_OF[act];
  if (side !== undefined && side !== actor) return 'deal_other_party';
  if (cell === own) return 'done';
  if (cell === `=${own}`) return 'unchanged';
  const isRefused = cell.length === 1 || cell.endsWith(own);
  return (isRefused ? REFUSALS[cell.charAt(0)] : undefined) ?? 'deal_other_party';
}

function columnOf(actor: DealActor, act: DealActName): number {
  const place = DEAL_ACTS.indexOf(act);
  const isSecond = (act === 'appeal' && actor === 'seller') || actor === 'operator 2';
  // The appeal has two columns.
  return (
    place + (act !== 'appeal' && place > DEAL_ACTS.indexOf('appeal') ? 1 : 0) + Number(isSecond)
  );
}

function stepOf(word: string): DealStep {
  const time = /^(\d+)([mhd])$/.exec(word);
  if (time !== null) return { minutes: Number(time[1]) * (MINUTES[time[2] ?? ''] ?? 0) };
  const [who = '', what = ''] = word.split(' ');
  const actor = ACTOR[who];
  const act = what in SHARE ? 'rule' : DEAL_ACTS.find((each) => each === what);
  if (actor === undefined || act === undefined) throw new Error(`no step: ${word}`);
  return { actor, act, share: SHARE[what] ?? 50 };
}
