import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';
import { useNotify } from 'react-admin';
import { networkLabel } from './custody-words.ts';
import { groupDigits } from '../shared/group-digits.ts';
import { Panel } from '../shared/panel.tsx';
import type { HouseAddress } from './house-words.ts';

const LOADING = 2;
const QR_SIZE = 120;
const CARDS = {
  display: 'grid',
  gap: 2,
  px: 2,
  pb: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 400px), 1fr))',
};

/** Deposit addresses for capital: one for each followed network. */
export function HouseAddresses({
  addresses,
}: {
  readonly addresses: readonly HouseAddress[] | undefined;
}) {
  return (
    <Panel title="Deposit addresses of the house">
      {addresses?.length === 0 ? (
        <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
          No chain is open: settings name the nodes and the signer.
        </Typography>
      ) : (
        <>
          <Alert severity="info" sx={{ mx: 2, mb: 2 }}>
            {
              "What arrives here is the house's own, in its spot wallet, after the same confirmations as a customer's. Send a small amount first, and wait until it is credited under Deposits."
            }
          </Alert>
          <Box sx={CARDS}>
            {addresses === undefined
              ? Array.from({ length: LOADING }, (_none, index) => (
                  <Skeleton key={index} variant="rounded" height={168} />
                ))
              : addresses.map((address) => <AddressCard key={address.network} address={address} />)}
          </Box>
        </>
      )}
    </Panel>
  );
}

function AddressCard({
  address: { network, currency_name, address, min_deposit, confirmations },
}: {
  readonly address: HouseAddress;
}) {
  const notify = useNotify();
  const name = `${currency_name} on ${networkLabel(network)}`;
  const copy = (): void => {
    void navigator.clipboard.writeText(address).then(
      () => notify('The address is copied.', { type: 'success' }),
      () =>
        notify('The browser does not let the page copy: select the address and copy it.', {
          type: 'warning',
        }),
    );
  };
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        p: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: 'auto minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      {/* Cameras need dark on light, in either theme. */}
      <Box sx={{ bgcolor: '#FFFFFF', p: 1, borderRadius: 1, lineHeight: 0, justifySelf: 'start' }}>
        <QRCodeSVG value={address} size={QR_SIZE} title={`QR code: ${name}`} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', minWidth: 0 }}>
        <Typography component="h3" variant="subtitle2">
          {name}
        </Typography>
        <Typography
          component="code"
          variant="body2"
          sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
        >
          {address}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {`At least ${groupDigits(min_deposit)} ${currency_name}, less is not credited. ${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'}.`}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          startIcon={<CopyIcon />}
          onClick={copy}
          aria-label={`Copy the address: ${name}`}
        >
          Copy
        </Button>
      </Box>
    </Box>
  );
}
