import { useState } from 'react';
import { Avatar } from './avatar.tsx';

/**
 * A coin's picture beside its name. A missing picture is replaced by the coin's letter.
 * @param size pixels
 */
export function CoinIcon({
  code,
  logo,
  size = 24,
}: {
  readonly code: string;
  readonly logo: string;
  readonly size?: number;
}) {
  const [missing, setMissing] = useState<string>();
  if (logo === '' || missing === logo) return <Avatar name={code} size={size} />;
  return (
    <img
      src={logo}
      alt=""
      width={size}
      height={size}
      decoding="async"
      onError={() => setMissing(logo)}
    />
  );
}
