import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EngineClient } from './engine-client.ts';
import type { EngineReport } from './thread-messages.ts';

/** Registers figures of the engine's commits: call the returned function for each batch. */
export function commitMetrics(registry: Registry): (commands: number, commitMs: number) => void {
  const registers = [registry];
  const commands = new Histogram({
    name: 'engine_batch_commands',
    help: 'Commands in one commit',
    buckets: [1, 4, 16, 64, 256, 512],
    registers,
  });
  const seconds = new Histogram({
    name: 'engine_commit_seconds',
    help: 'Time that one commit to the journal took',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5],
    registers,
  });
  return (count, commitMs) => {
    commands.observe(count);
    seconds.observe(commitMs / 1000);
  };
}

/** Registers figures of the engine itself; each scrape reads them from the engine. */
export function engineMetrics(registry: Registry, engine: EngineClient): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (report: EngineReport) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        if (engine.status === 'running') this.set(read(await engine.report()));
      },
    });
  };
  gauge(
    'engine_queue_commands',
    'Commands that no batch has taken yet',
    (report) => report.queueLength,
  );
  gauge(
    'engine_pending_commands',
    'Commands that wait for their answer',
    () => engine.pendingCommands,
  );
  gauge(
    'engine_unchanged_commands',
    'Commands that were refused or repeated and left no row in the journal, since the start',
    () => engine.unchangedCommands,
  );
  gauge(
    'projector_lag_commands',
    'Durable commands that are not in the read models yet',
    (report) => report.projectorLag,
  );
  gauge(
    'engine_clock_steps',
    'How often the wall clock has stepped and was not followed, since the start',
    (report) => report.clock.steps,
  );
  gauge(
    'engine_clock_off_seconds',
    'How far the wall clock is from where it should be while it is not followed, else 0',
    (report) => report.clock.stepMs / 1000,
  );
  new Counter({
    name: 'invariant_checks_total',
    help: 'How often each invariant of docs/INVARIANTS.md was checked, since the start',
    labelNames: ['id'],
    registers,
    async collect() {
      if (engine.status !== 'running') return;
      const { invariantChecks } = await engine.report();
      this.reset();
      for (const [id, checks] of Object.entries(invariantChecks)) this.inc({ id }, checks);
    },
  });
}
