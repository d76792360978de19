import type { MessageKind } from '@meridian/contract/inbox/calls';
import type { MessageTopic } from '@meridian/contract/inbox/message-topics';
import type { UserId } from '@meridian/core/ids';
import type { SaleKind } from '@meridian/core/sale/sale-commands';
import type { Generated, JSONColumnType } from 'kysely';

/** Numbers and names of a notification's subject, in the form of the tables. */
export interface Facts {
  /** Number of the order, position, ticket, withdrawal, deal ... */
  readonly subject?: number;
  readonly market?: number;
  readonly currency?: number;
  /** Smallest units of `currency`, signed; a bigint as text, since JSON has none. */
  readonly amount?: string;
  /** Smallest units of `currency`: the second amount of a kind that has two. */
  readonly other?: string;
  /** Ticks of `market`. */
  readonly price?: number;
  /** Lots of the book of `market`. */
  readonly lots?: number;
  readonly side?: 'buy' | 'sell' | 'long' | 'short';
  /** A reason, as a word of the core: `band`, `cover` ... */
  readonly why?: string;
  /** A reason in the words of an operator. */
  readonly reason?: string;
  readonly network?: number;
  readonly address?: string;
  readonly device?: string;
  readonly transaction?: string;
  /** Hundredths of a percent. */
  readonly ratio?: number;
  readonly least?: number;
  readonly count?: number;
  /** Milliseconds UTC. */
  readonly untilMs?: number;
  /** Smallest units of the base of `market`: the amount that was sold, and the rest. */
  readonly sold?: string;
  readonly left?: string;
  /** The title that operators gave the subject. */
  readonly name?: string;
  /** Of a price alert, in its owner's words: pages show it, mails do not. */
  readonly note?: string;
  /** Of a sale: token sale or crowdfunding. */
  readonly sale?: SaleKind;
  /**
   * A second currency with its smallest units: the amount that is free or bought, and the one that
   * is bound.
   */
  readonly coin?: number;
  readonly bought?: string;
  readonly bound?: string;
}

/** A message to one user, made from an event. */
export interface Told {
  readonly user: UserId;
  readonly kind: MessageKind;
  readonly facts: Facts;
}

/**
 * Tables of migrations/100-notifications.sql (160-loans.sql has message_channels, 172-push.sql a
 * column of message_settings), which describes each column.
 */
export interface InboxTables {
  notifications: {
    id: Generated<bigint>;
    user_id: bigint;
    cause: string;
    kind: MessageKind;
    facts: JSONColumnType<Facts>;
    created_at: Date;
    read_at: Generated<Date | null>;
    state: Generated<'new' | 'mail' | 'done'>;
    mail_due_at: Generated<Date | null>;
  };
  notification_start: { only_row: Generated<boolean>; seq: bigint };
  message_settings: {
    user_id: bigint;
    topic: MessageTopic;
    mail: boolean | null;
    push: Generated<boolean | null>;
  };
  withdrawal_rejections: {
    withdrawal: bigint;
    reason: string;
    note: string;
    operator: bigint;
    created_at: Date;
  };
  message_channels: {
    user_id: bigint;
    cause: string;
    channel: 'mail' | 'socket' | 'push';
    told_at: Date;
  };
  margin_warnings: {
    user_id: bigint;
    currency: number;
    /** 0 for the cross margin of the account. */
    position: Generated<bigint>;
    level: number;
    said_count: bigint;
    changed_at: Date;
  };
}
