/** Every name that the signer reads from its environment; main.ts describes each. */
export const SIGNER_SETTINGS: readonly string[] = [
  'SIGNER_DIR',
  'SIGNER_SOCKET',
  'SIGNER_APPROVAL_KEY',
  'SIGNER_APPROVAL_KEY_FILE',
  'SIGNER_PASSPHRASE',
  'SIGNER_PASSPHRASE_FILE',
  'SIGNER_MNEMONIC',
  'SIGNER_MNEMONIC_FILE',
  'SIGNER_CREATE',
  'SIGNER_ATTACHED',
];
