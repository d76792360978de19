import { contestInfo, contestJoin, contestRanking } from '@meridian/contract/contest/calls';
import {
  officeContestPay,
  officeContestRanking,
  officeContestSave,
} from '@meridian/contract/contest/office';
import { asNewcomer, asNobody, asOwner, type Recipes } from './recipes.ts';
import type { Scene } from './scene.ts';

const DAY_MS = 86_400_000;
let seasonsAnnounced = 0;

/** Good calls about contests. */
export const CONTEST_RECIPES: Recipes = [
  [contestJoin, asNewcomer(async (_customer, scene) => ({ id: await season(scene) }))],
  [contestInfo, asNobody(async (scene) => ({ id: await season(scene) }))],
  [contestRanking, asNobody(async (scene) => ({ id: await season(scene) }))],
  [
    officeContestSave,
    asOwner((scene) => ({
      name: 'Autumn',
      ...seasonDates(scene),
      start_balance: '10000',
      prizes: '1-1:500,2-3:100',
    })),
  ],
  [officeContestRanking, asOwner(async (scene) => ({ contest: await season(scene) }))],
  [officeContestPay, asOwner(async (scene) => ({ id: await season(scene, true) }))],
];

/** A running season, or one that is over. */
async function season({ exchange }: Scene, isOver = false): Promise<string> {
  const { contest, engine, queries } = exchange;
  const known = await queries
    .selectFrom('contest_seasons')
    .select('id')
    .where('state', '=', isOver ? 'ended' : 'running')
    .executeTakeFirst();
  if (known !== undefined) return String(known.id);
  if (!isOver) {
    const id = await contest.create({
      name: 'Season',
      startMs: engine.timeMs,
      endMs: engine.timeMs + 30 * DAY_MS,
      startBalance: 1_000_000_000_000n,
      prizes: [],
    });
    await contest.rounds.runOnce();
    return String(id);
  }
  const row = {
    name: 'Before',
    state: 'ended',
    start_at: new Date(0),
    end_at: new Date(DAY_MS),
    ranked_at: new Date(DAY_MS),
    start_balance: 1_000_000_000_000n,
    prizes: '[]',
  } as const;
  const { id } = await queries
    .insertInto('contest_seasons')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Dates of a season that overlap no other. */
function seasonDates({ exchange }: Scene): { start_ms: string; end_ms: string } {
  const startMs = exchange.engine.timeMs + (60 + 2 * seasonsAnnounced++) * DAY_MS;
  return { start_ms: String(startMs), end_ms: String(startMs + DAY_MS) };
}
