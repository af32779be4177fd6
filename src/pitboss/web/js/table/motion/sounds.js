// Sounds of a table, made here and nowhere recorded: cards, chips, a win, the clock.

/**
 * @typedef {(
 *   "card" | "chip" | "sweep" | "win" | "blackjack" | "loss" | "push" | "tick" | "turn"
 * )} Sound
 */

/** @type {AudioContext | undefined} */
let audio;
/** @type {AudioBuffer | undefined} */
let noise;

/** The loudspeaker; browsers let it sound once somebody has pressed something. */
function speaker() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return audio;
}

/** A second of hiss, cut up for cards and chips. @param {AudioContext} out */
function hiss(out) {
  if (noise) return noise;
  noise = out.createBuffer(1, out.sampleRate, out.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/**
 * A short rush, as of paper.
 *
 * @param {{at?: number, for_s: number, pitch: number, loud: number}} how
 */
function rush({ at = 0, for_s, pitch, loud }) {
  const out = speaker();
  const begin = out.currentTime + at;
  const source = new AudioBufferSourceNode(out, { buffer: hiss(out) });
  const band = new BiquadFilterNode(out, { type: "bandpass", frequency: pitch, Q: 0.9 });
  const gain = new GainNode(out, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + for_s * 0.2);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + for_s);
  source.connect(band).connect(gain).connect(out.destination);
  source.start(begin, Math.random() * 0.5, for_s);
}

/**
 * A note that dies away.
 *
 * @param {{at?: number, for_s: number, pitch: number, loud: number, type?: OscillatorType}} how
 */
function note({ at = 0, for_s, pitch, loud, type = "sine" }) {
  const out = speaker();
  const begin = out.currentTime + at;
  const source = new OscillatorNode(out, { type, frequency: pitch });
  const gain = new GainNode(out, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + for_s);
  source.connect(gain).connect(out.destination);
  source.start(begin);
  source.stop(begin + for_s);
}

/** Clay on clay: two clicks close together. @param {number} at */
function click(at) {
  note({ at, for_s: 0.05, pitch: 2_600 + Math.random() * 500, loud: 0.05, type: "triangle" });
  note({ at: at + 0.025, for_s: 0.07, pitch: 1_900 + Math.random() * 300, loud: 0.04 });
  rush({ at, for_s: 0.03, pitch: 4_000, loud: 0.06 });
}

/** @param {readonly number[]} pitches @param {number} step_s @param {number} loud */
const melody = (pitches, step_s, loud) =>
  pitches.forEach((pitch, place) =>
    note({ at: place * step_s, for_s: 0.35, pitch, loud, type: "triangle" }),
  );

/** @type {Record<Sound, () => void>} */
const SOUNDS = {
  card: () => rush({ for_s: 0.11, pitch: 2_400 + Math.random() * 900, loud: 0.16 }),
  turn: () => rush({ for_s: 0.07, pitch: 3_400, loud: 0.12 }),
  chip: () => click(0),
  sweep: () => [0, 0.05, 0.09].forEach(click),
  win: () => melody([523, 659, 784], 0.08, 0.07),
  blackjack: () => melody([523, 659, 784, 1_047, 1_319], 0.09, 0.08),
  loss: () => melody([294, 247], 0.12, 0.05),
  push: () => melody([392, 392], 0.12, 0.04),
  tick: () => note({ for_s: 0.05, pitch: 1_100, loud: 0.07, type: "square" }),
};

/** Let a sound be heard. @param {Sound} sound */
export function play(sound) {
  try {
    SOUNDS[sound]();
  } catch {
    // A device without a loudspeaker stays silent.
  }
}
