import type { LimitTables } from '../gateway/limit-tables.ts';
import type { JournalTables } from '../journal/journal-tables.ts';
import type { AcceptorTables } from '../modules/acceptor/acceptor-tables.ts';
import type { AccountTables } from '../modules/account/account-tables.ts';
import type { AlertTables } from '../modules/alert/alert-tables.ts';
import type { ComplaintTables } from '../modules/complaint/complaint-tables.ts';
import type { ContestTables } from '../modules/contest/contest-tables.ts';
import type { ConvertTables } from '../modules/convert/convert-tables.ts';
import type { CustodyTables } from '../modules/custody/custody-tables.ts';
import type { DemoTables } from '../modules/demo/demo-tables.ts';
import type { EarnTables } from '../modules/earn/earn-tables.ts';
import type { FaultTables } from '../modules/faults/fault-tables.ts';
import type { IdentityTables } from '../modules/identity/identity-tables.ts';
import type { InboxTables } from '../modules/inbox/inbox-tables.ts';
import type { PushTables } from '../modules/inbox/push-tables.ts';
import type { RebateTables } from '../modules/rebate/rebate-tables.ts';
import type { SaleTables } from '../modules/sale/sale-tables.ts';
import type { VoteTables } from '../modules/vote/vote-tables.ts';
import type { LaunchTables } from '../modules/launch/launch-tables.ts';
import type { LoanTables } from '../modules/loan/loan-tables.ts';
import type { MarginTables } from '../modules/margin/margin-tables.ts';
import type { MarketTables } from '../modules/market/market-tables.ts';
import type { NewsTables } from '../modules/news/article.ts';
import type { OfficeTables } from '../modules/office/office-tables.ts';
import type { P2pChatTables } from '../modules/p2p/chat-tables.ts';
import type { P2pTables } from '../modules/p2p/p2p-tables.ts';
import type { P2pWebhookTables } from '../modules/p2p/webhook-tables.ts';
import type { PaymentTables } from '../modules/payment/payment-tables.ts';
import type { PersonalTables } from '../modules/personal/personal-tables.ts';
import type { SecondsTables } from '../modules/seconds/seconds-tables.ts';
import type { SecurityTables } from '../modules/security/security-tables.ts';
import type { SiteTables } from '../modules/site/site-tables.ts';
import type { SpotTables } from '../modules/spot/spot-tables.ts';
import type { WalletTables } from '../modules/wallet/wallet-tables.ts';
import type { ProjectorTables } from '../projector/projector-tables.ts';
import type { SealedTables } from '../sealed/sealed-tables.ts';
import type { TransferTables } from '../transfers/transfer-tables.ts';

/**
 * Every table, for Kysely. An area declares its own tables beside its queries and adds them here.
 */
export type Tables = JournalTables &
  AcceptorTables &
  AccountTables &
  AlertTables &
  ComplaintTables &
  ContestTables &
  ConvertTables &
  CustodyTables &
  DemoTables &
  EarnTables &
  FaultTables &
  IdentityTables &
  InboxTables &
  PushTables &
  LaunchTables &
  RebateTables &
  SaleTables &
  VoteTables &
  LimitTables &
  NewsTables &
  OfficeTables &
  P2pChatTables &
  P2pTables &
  P2pWebhookTables &
  PaymentTables &
  PersonalTables &
  ProjectorTables &
  SealedTables &
  SecurityTables &
  SiteTables &
  LoanTables &
  MarginTables &
  MarketTables &
  SecondsTables &
  SpotTables &
  TransferTables &
  WalletTables;
