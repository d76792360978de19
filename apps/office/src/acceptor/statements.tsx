import { Box, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { call } from '../http.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Pictures } from '../shared/pictures.tsx';
import type { Statement } from './acceptor-words.ts';

const SIDES: Readonly<Record<Statement['by'], string>> = { seller: 'Seller', buyer: 'Buyer' };
const MUTED = { px: 2, pb: 1, color: 'text.secondary' } as const;

/**
 * Statements of both sides in a dispute, oldest first. The server logs each opening, so the page
 * asks once, and again only when the operator wants new links.
 */
export function Statements({ deal }: { readonly deal: number }) {
  const [statements, setStatements] = useState<readonly Statement[]>();
  const [error, setError] = useState<Error>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    call('GET /office/api/acceptor_deal_statements', { id: deal }, { signal: leaving.signal })
      .then((read) => {
        setStatements(read);
        setError(undefined);
      })
      .catch((fault: unknown) => {
        if (!leaving.signal.aborted) setError(fault as Error);
      });
    return () => leaving.abort();
  }, [deal, round]);
  const again = (): void => setRound((last) => last + 1);
  if (error !== undefined) return <LoadFailed error={error} retry={again} />;
  return (
    <Box component="section" aria-label="Statements" sx={{ pb: 1 }}>
      <Typography variant="subtitle2" sx={{ px: 2, pb: 1 }}>
        Statements
      </Typography>
      <Typography variant="body2" sx={MUTED}>
        {statements === undefined
          ? 'Loading …'
          : statements.length === 0
            ? 'Neither side has said anything.'
            : 'Opening them was logged. The links are good for ten minutes. A picture can be forged: compare both sides.'}
      </Typography>
      {statements?.map((statement) => (
        <StatementItem key={statement.id} statement={statement} renew={again} />
      ))}
    </Box>
  );
}

function StatementItem({
  statement: { by, user, account, text, pictures, created_time },
  renew,
}: {
  readonly statement: Statement;
  renew(): void;
}) {
  return (
    <Box sx={{ pb: 1 }}>
      <Typography variant="body2" sx={{ ...MUTED, pb: 0.5 }}>
        {SIDES[by]}, {account} ({user}), {created_time}
      </Typography>
      <Typography variant="body2" sx={{ px: 2, pb: 1, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {pictures.length > 0 && (
        <Pictures
          names={pictures.map((_link, index) => `${SIDES[by]}, picture ${index + 1}`)}
          links={pictures}
          renew={renew}
        />
      )}
    </Box>
  );
}
