interface Entry {
  readonly action: string;
  readonly before: string;
  readonly after: string;
}

interface Noted {
  readonly does?: unknown;
  readonly to?: unknown;
  readonly becomes?: unknown;
  readonly reason?: unknown;
}

/**
 * The change that a log entry proposes, in the shape of a proposal; undefined for other entries.
 */
export function proposalIn({ action, before, after }: Entry):
  | {
      readonly action: string;
      readonly subject: string;
      readonly before: string;
      readonly after: string;
      readonly reason: string;
    }
  | undefined {
  if (action !== 'proposal.make') return undefined;
  const noted = parsed(after);
  if (typeof noted?.does !== 'string' || typeof noted.to !== 'string') return undefined;
  return {
    action: noted.does,
    subject: noted.to,
    before,
    after: JSON.stringify(noted.becomes ?? null),
    reason: typeof noted.reason === 'string' ? noted.reason : '',
  };
}

function parsed(json: string): Noted | null {
  try {
    return JSON.parse(json) as Noted | null;
  } catch {
    return null;
  }
}
