/** Short tones, made on the spot. Silent unless the player has switched sound on. */
import { settings } from "./settings.svelte";

interface Tone {
  /** Hertz; 0 is noise, as of a die on a table. */
  pitch: number;
  /** Seconds after the start. */
  at: number;
  length: number;
  loudness: number;
}

const tone = (pitch: number, at: number, length = 0.16, loudness = 0.12): Tone => ({
  pitch,
  at,
  length,
  loudness,
});

export const SOUNDS = {
  /** It is your turn. */
  turn: [tone(523, 0), tone(784, 0.13, 0.28)],
  /** Dice fall. */
  dice: [0, 0.05, 0.09, 0.15, 0.22].map((at) => tone(0, at, 0.035, 0.1)),
  /** A unit was put down. */
  move: [tone(330, 0, 0.07, 0.07)],
  /** A hit. */
  hit: [tone(150, 0, 0.14, 0.16)],
  /** A rule forbids it. */
  refused: [tone(220, 0, 0.1), tone(185, 0.1, 0.16)],
  /** The game is over. */
  end: [tone(392, 0, 0.25), tone(523, 0.2, 0.25), tone(659, 0.4, 0.5)],
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function noiseOf(audio: AudioContext): AudioBuffer {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  }
  return noise;
}

function sourceOf(audio: AudioContext, pitch: number): AudioScheduledSourceNode {
  if (pitch > 0) {
    const source = audio.createOscillator();
    source.type = "triangle";
    source.frequency.value = pitch;
    return source;
  }
  const source = audio.createBufferSource();
  source.buffer = noiseOf(audio);
  source.playbackRate.value = 0.6 + Math.random() * 0.5;
  return source;
}

/** Plays a sound, if the player wants to hear any. Never fails. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // A browser lets a page sound only after the first click on it.
  void context.resume().catch(() => undefined);
  for (const { pitch, at, length, loudness } of SOUNDS[sound]) {
    const start = context.currentTime + at;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    const source = sourceOf(context, pitch);
    source.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + length + 0.02);
  }
}
