import { createOwnStore } from './own-store.ts';
import { readStored, writeStored } from './stored.ts';

/** Own resting orders that fill; price alerts; warnings and liquidations of contracts. */
export const SOUNDS = ['fills', 'alerts', 'warnings'] as const;
export type Sound = (typeof SOUNDS)[number];

interface SoundSettings {
  readonly isOn: Readonly<Record<Sound, boolean>>;
  /** Percent, 0 to 100. */
  readonly volume: number;
}

const MOST = 100;
/** An active trader would hear each fill, so the sound of fills is off at first. */
const FIRST: SoundSettings = { isOn: { fills: false, alerts: true, warnings: true }, volume: 60 };
/** Tones of each sound: hertz, one after the other. */
const TONES: Readonly<Record<Sound, readonly number[]>> = {
  fills: [880],
  alerts: [659, 988],
  warnings: [494, 370, 494, 370],
};
const TONE_SECONDS = 0.14;
const FADE_SECONDS = 0.02;
/** Loudness of the largest volume: a pure tone at full scale hurts. */
const LOUDEST = 0.35;
/** One sound at a time, unless a more urgent one comes. A burst of messages is heard once. */
const REST_MS = 1_000;
/** The most urgent first. */
const BY_URGENCY = ['warnings', 'alerts', 'fills'] as const satisfies readonly Sound[];

/** The sound settings of this browser. */
export const useSounds = createOwnStore<SoundSettings>(() => storedSounds(readStored('sounds')));

/** Settings of a stored text; the first ones for parts that it lacks. */
export function storedSounds(text: string | undefined): SoundSettings {
  try {
    const { on, volume } = JSON.parse(text ?? '') as { on: readonly string[]; volume: number };
    return {
      isOn: Object.fromEntries(
        SOUNDS.map((name) => [name, on.includes(name)]),
      ) as SoundSettings['isOn'],
      volume: Number.isFinite(volume) ? Math.min(MOST, Math.max(0, volume)) : FIRST.volume,
    };
  } catch {
    return FIRST;
  }
}

export function turnSound(sound: Sound, isOn: boolean): void {
  change({ isOn: { ...useSounds.getState().isOn, [sound]: isOn } });
}

export function turnVolume(volume: number): void {
  change({ volume });
}

function change(changes: Partial<SoundSettings>): void {
  useSounds.setState(changes);
  const { isOn, volume } = useSounds.getState();
  writeStored('sounds', JSON.stringify({ on: SOUNDS.filter((name) => isOn[name]), volume }));
}

let context: AudioContext | undefined;
let last: { readonly sound: Sound; readonly atMs: number } | undefined;

/**
 * Browsers let a page be heard only after a press on it. The first one opens the sound; before it
 * nothing is heard, and nothing is kept to be heard later.
 */
export function openSoundsAtPress(): void {
  const open = (): void => void sounding()?.resume();
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, open, { once: true, capture: true });
}

function sounding(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined;
  context ??= new AudioContext();
  return context;
}

/** @param isTest also heard while its switch is off */
export function playSound(sound: Sound, { isTest = false } = {}): void {
  const { isOn, volume } = useSounds.getState();
  if ((!isOn[sound] && !isTest) || volume === 0) return;
  if (!isTest && isResting(sound)) return;
  const audio = sounding();
  if (audio?.state === 'suspended' && navigator.userActivation?.isActive === true)
    void audio.resume();
  else if (audio?.state !== 'running') return;
  last = { sound, atMs: performance.now() };
  const gain = audio.createGain();
  const level = (LOUDEST * volume) / MOST;
  gain.connect(audio.destination);
  TONES[sound].forEach((hertz, place) => {
    const from = audio.currentTime + place * TONE_SECONDS;
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(gain);
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(level, from + FADE_SECONDS);
    gain.gain.linearRampToValueAtTime(0, from + TONE_SECONDS - FADE_SECONDS);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
  });
}

const SOUND_OF: Readonly<Record<string, Sound>> = {
  order_filled: 'fills',
  alert_rose: 'alerts',
  alert_fell: 'alerts',
  margin_warning: 'warnings',
  margin_call: 'warnings',
  position_liquidated: 'warnings',
  position_covered: 'warnings',
};

/** Of several messages at once, the most urgent of those that may be heard. */
export function soundOf(
  kinds: readonly string[],
  isOn: SoundSettings['isOn'] = useSounds.getState().isOn,
): Sound | undefined {
  const sounds = kinds.map((kind) => SOUND_OF[kind]);
  return BY_URGENCY.find((sound) => isOn[sound] && sounds.includes(sound));
}

function isResting(sound: Sound): boolean {
  return (
    last !== undefined &&
    performance.now() < last.atMs + REST_MS &&
    BY_URGENCY.indexOf(sound) >= BY_URGENCY.indexOf(last.sound)
  );
}
