import { readStored, writeStored } from "@/lib/storage";

const STORAGE_KEY = "job-sound";
const TONES_HZ = [660, 880];
const TONE_SECONDS = 0.16;
const VOLUME = 0.15;

let context: AudioContext | null = null;

/** Whether a sound is played for jobs on this device; off by default. */
export function isSoundOn(): boolean {
  return readStored("local", STORAGE_KEY) === "on";
}

export function setSound(isOn: boolean): void {
  writeStored("local", STORAGE_KEY, isOn ? "on" : null);
}

/** Two short tones by Web Audio, so no file is needed. Silent if the browser blocks sound. */
export function playSound(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // Browsers suspend audio until the user has interacted with the page.
  void context.resume().catch(() => undefined);
  const start = context.currentTime;
  for (const [index, frequency] of TONES_HZ.entries()) {
    const tone = new OscillatorNode(context, { frequency });
    const gain = new GainNode(context, { gain: 0 });
    const from = start + index * TONE_SECONDS;
    gain.gain.setValueAtTime(VOLUME, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
  }
}
