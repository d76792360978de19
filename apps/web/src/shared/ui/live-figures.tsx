import { useEffect, useRef, type RefObject } from 'react';
import { ARROWS, fixed, percent, percentDirection, type Direction } from '../figures.ts';
import { useLanguage } from '../i18n/language.ts';
import { FlashGate } from './flash-gate.ts';
import styles from './live-figures.module.css';

interface LiveNumberProps {
  /** A plain decimal; undefined while there is none. */
  readonly value: string | undefined;
  readonly decimals: number;
  /** `down` for spendable amounts. */
  readonly rounding?: 'down' | 'halfUp';
  /** Shown after the figure, in the colour of labels. */
  readonly unit?: string;
  /** Characters to reserve, so that the layout does not shift. */
  readonly room?: number;
}

/**
 * A live figure. It flashes when it moves, twice a second at most, and has its full value in a
 * tooltip.
 */
export function LiveNumber({ value, decimals, rounding = 'halfUp', unit, room }: LiveNumberProps) {
  const language = useLanguage();
  const place = useRef<HTMLSpanElement>(null);
  useFlash(place, value);
  return (
    <span
      ref={place}
      className={styles['figure']}
      style={roomOf(room)}
      title={cutValue(value, decimals)}
    >
      {fixed(value, decimals, { language, rounding })}
      {unit !== undefined && <span className={styles['unit']}> {unit}</span>}
    </span>
  );
}

interface PriceTextProps {
  readonly value: string | undefined;
  readonly decimals: number;
  /** Direction of the price, which sets its colour. */
  readonly direction?: Direction;
  readonly hasArrow?: boolean;
  readonly room?: number;
}

/** A live price in the colour of its direction. */
export function PriceText({
  value,
  decimals,
  direction = 'flat',
  hasArrow = false,
  room,
}: PriceTextProps) {
  const language = useLanguage();
  const place = useRef<HTMLSpanElement>(null);
  useFlash(place, value);
  return (
    <span
      ref={place}
      className={figureClass(direction)}
      style={roomOf(room)}
      title={cutValue(value, decimals)}
    >
      {fixed(value, decimals, { language })}
      {hasArrow && <Arrow direction={value === undefined ? 'flat' : direction} />}
    </span>
  );
}

interface PercentTextProps {
  /** In percent: 2.5 is two and a half. */
  readonly value: string | undefined;
  readonly hasArrow?: boolean;
  readonly room?: number;
}

/** A change in percent: sign, arrow and colour all show its direction. */
export function PercentText({ value, hasArrow = true, room }: PercentTextProps) {
  const language = useLanguage();
  const direction = percentDirection(value);
  return (
    <span className={figureClass(direction)} style={roomOf(room)}>
      {percent(value, language)}
      {hasArrow && value !== undefined && <Arrow direction={direction} />}
    </span>
  );
}

/** Keeps its place without a direction. */
function Arrow({ direction }: { readonly direction: Direction }) {
  return (
    <span aria-hidden="true" className={styles['arrow']}>
      {ARROWS[direction]}
    </span>
  );
}

function figureClass(direction: Direction): string {
  return direction === 'flat' ? (styles['figure'] ?? '') : `${styles['figure']} ${direction}`;
}

function roomOf(room: number | undefined) {
  return room === undefined ? undefined : { minWidth: `${room}ch` };
}

/** The full value, if only a part of it is shown. */
function cutValue(value: string | undefined, decimals: number): string | undefined {
  const point = value?.indexOf('.') ?? -1;
  return value !== undefined && point >= 0 && /[1-9]/.test(value.slice(point + 1 + decimals))
    ? value
    : undefined;
}

const FLASH_MS = 300;
const STILL = '(prefers-reduced-motion: reduce)';

/** Set directly on the element, so that a flash does not render. */
function useFlash(place: RefObject<HTMLElement | null>, value: string | undefined): void {
  const gate = useRef<FlashGate>(undefined);
  useEffect(() => {
    gate.current ??= new FlashGate();
    const movement = gate.current.movement(value, performance.now());
    if (movement === undefined || matchMedia(STILL).matches) return;
    place.current?.animate(
      [
        { backgroundColor: `color-mix(in srgb, var(--${movement}) 12%, transparent)` },
        { backgroundColor: 'transparent' },
      ],
      { duration: FLASH_MS, easing: 'ease-out' },
    );
  }, [place, value]);
}
