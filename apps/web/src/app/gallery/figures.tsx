import { useState } from 'react';
import { PALETTES } from '../../shared/styles/tokens.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Countdown } from '../../shared/ui/countdown.tsx';
import { LiveBadge } from '../../shared/ui/live-badge.tsx';
import { LiveNumber, PercentText, PriceText } from '../../shared/ui/live-figures.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import styles from './figures.module.css';
import { Sample } from './sample.tsx';

const COLOURS = Object.entries(PALETTES.night).flatMap(([name, value]) =>
  /^#\w{6}$/.test(value) ? [name] : [],
);
const DIRECTIONS = ['up', 'up-fill', 'up-bar', 'down', 'down-fill', 'down-bar'];

export function ColourBlock() {
  return (
    <Sample name="Tokens, and the direction that the preset makes of them">
      <ul className={styles['swatches']}>
        {[...COLOURS, ...DIRECTIONS].map((name) => (
          <li key={name}>
            <span style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Sample>
  );
}

const SIZES = [
  [28, 36],
  [20, 28],
  [16, 24],
  [14, 20],
  [13, 20],
  [12, 16],
  [11, 16],
] as const;
const SCRIPTS = [
  ['en', 'Price 67,012.3400 ▲ +2.50%'],
  ['es', 'Precio 67.012,3400 ▼ −2,50%'],
  ['zh-CN', '现货交易 最新价'],
  ['zh-TW', '現貨交易 最新價'],
  ['ja', '現物取引 最新価格'],
  ['ko', '현물 거래 현재가'],
] as const;

export function TypeBlock() {
  return (
    <>
      <Sample name="Sizes" isStacked>
        {SIZES.map(([size, line]) => (
          <p key={size} style={{ fontSize: size, lineHeight: `${line}px` }}>
            {`${size}/${line} BTC/USDT 67,012.3400`}
          </p>
        ))}
      </Sample>
      <Sample name="Scripts" isStacked>
        {SCRIPTS.map(([language, text]) => (
          <p key={language} lang={language}>
            {text}
          </p>
        ))}
      </Sample>
    </>
  );
}

const TONES = ['neutral', 'accent', 'success', 'warn', 'danger', 'up', 'down'] as const;
const PRICES = ['67012.34', '67013.1', '66998.255', '67101'];
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** Long ago, so that the gallery's pictures do not change by themselves. */
const ENDED_MS = 0;
const MINUTE_MS = 60_000;

export function FigureBlock() {
  const [turn, setTurn] = useState(0);
  const [endMs, setEndMs] = useState(ENDED_MS);
  const price = PRICES[turn % PRICES.length];
  return (
    <>
      <Sample name="LiveNumber, PriceText, PercentText">
        <LiveNumber value={price} decimals={4} room={12} unit="USDT" />
        <LiveNumber value="1.23456789" decimals={2} rounding="down" />
        <LiveNumber value={undefined} decimals={2} />
        <PriceText value={price} decimals={2} direction="up" hasArrow />
        <PriceText value={price} decimals={2} direction="down" hasArrow />
        <PriceText value={price} decimals={2} />
        <PercentText value="2.5" />
        <PercentText value="-12.345" />
        <PercentText value="0" />
        <PercentText value={undefined} />
        <Button isSmall onClick={() => setTurn(turn + 1)}>
          {'Move'}
        </Button>
      </Sample>
      <Sample name="Countdown">
        <Countdown endMs={endMs} label="Time to pay" />
        <Button isSmall onClick={() => setEndMs(Date.now() + MINUTE_MS + 5_000)}>
          {'Start'}
        </Button>
      </Sample>
      <Sample name="LiveBadge">
        {(['live', 'connecting', 'stale', 'offline'] as const).map((status) => (
          <LiveBadge key={status} status={status} sinceMs={Number.POSITIVE_INFINITY} />
        ))}
      </Sample>
      <Sample name="Badge">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Sample>
      <Sample name="Avatar">
        {['Alice', 'Bob', '王小明', '최민수', 'élan', 'Satoshi'].map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Alice" size={48} />
      </Sample>
      <Sample name="QrCode with CopyButton">
        <QrCode value={ADDRESS} label="Deposit address" />
        <span className={styles['address']}>{ADDRESS}</span>
        <CopyButton value={ADDRESS} />
      </Sample>
    </>
  );
}
