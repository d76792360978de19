/** Tables of migrations/132-sealed.sql. */
export interface SealedTables {
  lasting_keys: { name: string; sealed: Buffer };
}
