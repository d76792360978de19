import type { ChatAuthor } from '@meridian/contract/p2p/chat-calls';
import type { Party } from '@meridian/core/p2p/p2p-commands';
import type { Generated } from 'kysely';

/** Tables of migrations/153-p2p-chat.sql and 156-p2p-support.sql, which describe each column. */
export interface P2pChatTables {
  p2p_chats: {
    deal: bigint;
    last_row: Generated<number>;
    buyer_read: Generated<number>;
    seller_read: Generated<number>;
  };
  p2p_chat_rows: {
    id: Generated<bigint>;
    deal: bigint;
    row: number;
    author: ChatAuthor;
    user_id: bigint;
    operator: bigint | null;
    client_id: string;
    text: string;
    picture: string | null;
    flags: string[];
    to_side: Generated<Party | null>;
    created_at: Date;
  };
}
