import type { Applied } from '@meridian/core/events';
import { describe, expect, it } from 'vitest';
import type { PositionMessage, ToProjector } from '../projector/projector-messages.ts';
import { ProjectorFeed } from './projector-feed.ts';

const MAX_LAG = 20;
const HASH = Buffer.alloc(32);

/** A feed with a journal of durable commands, and a projector that the test advances. */
function setUp() {
  const sent: ToProjector[] = [];
  const live: boolean[] = [];
  let tell: (message: PositionMessage) => void = () => undefined;
  let headSeq = 0;
  const port = {
    postMessage: (message: ToProjector) => void sent.push(message),
    on: (_event: 'message', listener: (message: PositionMessage) => void) => (tell = listener),
    close: () => undefined,
  };
  const feed = new ProjectorFeed(port, () => ({ seq: headSeq, hash: HASH }), MAX_LAG);
  feed.onLive = (isLive) => live.push(isLive);
  tell({ type: 'position', seq: 0 });
  return {
    feed,
    sent,
    live,
    /** Makes this many commands durable, one in each batch. */
    commit(commands: number) {
      for (let count = 0; count < commands; count++) {
        headSeq++;
        feed.send([
          { seq: headSeq, timeMs: 0, outcome: { ok: true }, events: [] } satisfies Applied,
        ]);
      }
    },
    projected: (seq: number) => tell({ type: 'position', seq }),
    /**
     * Messages of the feed since the last call: numbers of commands, or the position up to which
     * the projector shall read.
     */
    taken: () =>
      sent
        .splice(0)
        .map((message) =>
          message.type === 'batch'
            ? message.applied.map(({ seq }) => seq)
            : `to ${message.head.seq}`,
        )
        .flat(),
  };
}

describe('the feed of the projector', () => {
  it('sends what is durable while the projector keeps up', () => {
    const { feed, commit, projected, taken, live } = setUp();
    commit(3);
    projected(2);
    commit(1);
    expect([taken(), feed.lag, live]).toEqual([[1, 2, 3, 4], 2, []]);
  });

  it('lets go at the bound, has the projector read the journal, and goes on live without a gap', () => {
    const { feed, commit, projected, taken, live } = setUp();
    commit(1_000);
    expect(taken()).toEqual(Array.from({ length: MAX_LAG }, (_, index) => index + 1));
    expect([feed.lag, feed.isLive, live]).toEqual([1_000, false, [false]]);
    projected(MAX_LAG - 1);
    expect(taken()).toEqual([]);
    projected(MAX_LAG);
    expect(taken()).toEqual(['to 1000']);
    // Too many batches have come meanwhile to be kept: the projector reads those too, and later
    // ones are kept.
    commit(50);
    projected(1_000);
    expect(taken()).toEqual(['to 1050']);
    commit(5);
    projected(1_050);
    expect(taken()).toEqual(['to 1055']);
    commit(7);
    expect(taken()).toEqual([]);
    projected(1_055);
    expect(taken()).toEqual([1_056, 1_057, 1_058, 1_059, 1_060, 1_061, 1_062]);
    expect(live).toEqual([false, true]);
    commit(1);
    expect(taken()).toEqual([1_063]);
  });

  it('keeps no more than the bound, and lets the projector read again', () => {
    const { commit, projected, taken } = setUp();
    commit(MAX_LAG + 1);
    projected(MAX_LAG);
    expect(taken().at(-1)).toBe('to 21');
    commit(MAX_LAG + 1);
    projected(21);
    expect(taken()).toEqual(['to 42']);
  });

  it('is not confused by a position that comes twice', () => {
    const { commit, projected, taken } = setUp();
    commit(MAX_LAG + 1);
    projected(MAX_LAG);
    projected(MAX_LAG);
    taken();
    commit(1);
    projected(21);
    projected(21);
    expect(taken()).toEqual([22]);
  });

  it.each([
    ['past what it was given', 4],
    ['back', 1],
  ])('takes a position that goes %s for a fault of the projector (J6)', (_where, seq) => {
    const { feed, commit, projected } = setUp();
    const reasons: string[] = [];
    feed.onBroken = ({ message }) => reasons.push(message);
    commit(3);
    projected(2);
    expect([reasons, feed.checks]).toEqual([[], 1]);
    projected(seq);
    expect(reasons).toEqual([expect.stringContaining('invariant J6')]);
    expect(feed.lag).toBe(1);
  });
});
