import { expect, test } from 'vitest';
import { goldenVersions, readDatabase } from './golden-set.ts';

/** Recorded in files of their own, and filled from these. */
const OWN_FILES: ReadonlySet<string> = new Set(['journal', 'journal_snapshots']);

const FIRST = words(
  'adjustments article_pictures ceremonies contest_days deposit_claims faucet_uses fund_passwords identity_applications owned_outputs passkeys payment_intents payment_methods pictures recovery_codes regional_agents totp_secrets verification_codes withdrawal_addresses',
);
const SECOND = [
  ...FIRST,
  ...words(
    'engine_faults margin_warnings message_settings withdrawal_losses withdrawal_rejections',
  ),
];
const THIRD = [
  ...without(SECOND, 'payment_methods'),
  ...words(
    'closed_accounts code_failures data_exports deal_statements legal_holds message_counts operator_devices operator_invitations operator_links request_limits withdrawal_agreements',
  ),
];
const FOURTH = [
  ...without(THIRD, 'identity_applications verification_codes'),
  ...words(
    'complaint_messages complaints conversions convert_plan_runs convert_plans convert_quotes earn_days earn_interest earn_locks loan_events loans message_channels p2p_appeals p2p_chat_rows p2p_chats p2p_deals p2p_deliveries p2p_evidence p2p_rulings p2p_statements p2p_steps p2p_webhooks rebate_lines rebate_members vote_ballots',
  ),
];

/** Tables without a row in the recorded database of a version. */
const EMPTY: Readonly<Record<string, readonly string[]>> = {
  1: [...FIRST, 'outbox'],
  2: SECOND,
  3: THIRD,
  4: FOURTH,
  5: [...without(FOURTH, 'rebate_members'), 'sale_entries'],
};

function words(text: string): string[] {
  return text.split(' ');
}

function without(names: readonly string[], gone: string): string[] {
  return names.filter((name) => !words(gone).includes(name));
}

// No upgrade of these is tested: a migration may lose their rows, and no recording tells. A version
// is recorded once, so the list of a new one is read before it is closed, and a table of a product
// that is in it is filled by `scenarios/whole.ts` instead.
test.each(goldenVersions())(
  'the database of version %s has rows in all tables but these',
  (version) => {
    const empty = readDatabase(version, 'whole')
      .tables.filter(({ name, rows }) => rows.length === 0 && !OWN_FILES.has(name))
      .map(({ name }) => name);
    expect(empty.sort()).toEqual([...(EMPTY[version] ?? [])].sort());
  },
);
