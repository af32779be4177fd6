// Sounds of a table, from a model of what makes them: paper that is rubbed and lands on cloth, clay
// chips that strike each other, wood and small bells. Nothing is recorded; each has three variants,
// which are computed when they are first wanted.

/**
 * @typedef {(
 *   "card" | "turn" | "chip" | "sweep" | "shuffle" | "riffle" | "win" | "blackjack" | "prize" |
 *   "loss" | "push" | "tick"
 * )} Sound
 * @typedef {[pitch: number, loud: number, fade_s: number]} Mode How a body rings.
 */

const VARIANTS = 3;

/** What is put together: samples, and noise that is the same in every browser. */
class Take {
  /** @param {number} for_s @param {number} rate @param {number} seed */
  constructor(for_s, rate, seed) {
    this.rate = rate;
    this.samples = new Float32Array(Math.ceil(for_s * rate));
    this.state = seed * 2_654_435_761 + 1;
  }

  /** From -1 to 1. */
  random() {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) | 0;
    return this.state / 2_147_483_648;
  }

  /** A value that differs a little from take to take. @param {number} value @param {number} [by] */
  about(value, by = 0.08) {
    return value * (1 + by * this.random());
  }

  /**
   * A body is struck: each of its modes rings and dies away.
   *
   * @param {number} at_s
   * @param {readonly Mode[]} modes
   */
  strike(at_s, modes) {
    const begin = Math.floor(at_s * this.rate);
    for (const [pitch, loud, fade_s] of modes) {
      const turn = (2 * Math.PI * this.about(pitch, 0.03)) / this.rate;
      const fade = Math.exp(-1 / (fade_s * this.rate));
      let size = loud;
      const end = Math.min(this.samples.length, begin + Math.ceil(7 * fade_s * this.rate));
      for (let at = begin; at < end; at += 1, size *= fade)
        this.samples[at] += size * Math.sin(turn * (at - begin));
    }
  }

  /**
   * Paper is rubbed: noise in a band that wanders, with an attack and an end.
   *
   * @param {{
   *   at?: number, for_s: number, from: number, to: number, loud: number, attack?: number,
   * }} how
   */
  rub({ at = 0, for_s, from, to, loud, attack = 0.15 }) {
    const begin = Math.floor(at * this.rate);
    const count = Math.floor(for_s * this.rate);
    let [low, band] = [0, 0];
    for (let n = 0; n < count && begin + n < this.samples.length; n += 1) {
      const share = n / count;
      const pitch = from + (to - from) * share;
      const f = 2 * Math.sin((Math.PI * Math.min(pitch, this.rate / 6)) / this.rate);
      low += f * band;
      band += f * (this.random() - low - 0.8 * band);
      const rise = Math.min(1, share / attack);
      this.samples[begin + n] += loud * band * rise * (1 - share) ** 1.6;
    }
  }

  /**
   * Something lands on cloth over wood: a thump below 200 Hz.
   *
   * @param {number} at_s
   * @param {number} loud
   */
  thump(at_s, loud) {
    this.strike(at_s, [[this.about(92), loud, 0.028], [this.about(155), loud * 0.5, 0.016]]);
  }

  /** Clay on clay. @param {number} at_s @param {number} loud */
  clay(at_s, loud) {
    this.strike(at_s, [
      [this.about(5_250), loud, 0.011],
      [this.about(6_400), loud * 0.8, 0.008],
      [this.about(7_700), loud * 0.55, 0.006],
      [this.about(8_800), loud * 0.35, 0.005],
      [this.about(2_300), loud * 0.25, 0.007],
    ]);
    this.thump(at_s, loud * 0.35);
  }

  /** A small bell. @param {number} at_s @param {number} pitch @param {number} loud */
  bell(at_s, pitch, loud) {
    this.strike(at_s, [
      [pitch, loud, 0.22],
      [pitch * 2.76, loud * 0.3, 0.09],
      [pitch * 5.4, loud * 0.12, 0.04],
    ]);
  }
}

/** A card that falls on others. */
const TICK = { for_s: 0.02, from: 3_800, to: 2_200, loud: 0.3, attack: 0.05 };

/**
 * How long each lasts, and how it is made.
 *
 * @type {Record<Sound, [for_s: number, make: (take: Take) => void]>}
 */
const MODELS = {
  card: [0.22, (take) => {
    take.rub({ for_s: take.about(0.085), from: 1_900, to: 4_200, loud: 0.8 });
    take.rub({ at: 0.078, for_s: 0.05, from: 3_600, to: 1_400, loud: 0.9, attack: 0.03 });
    take.thump(0.08, 0.26);
  }],
  turn: [0.2, (take) => {
    take.rub({ for_s: 0.04, from: 4_800, to: 2_600, loud: 0.8, attack: 0.08 });
    const at = take.about(0.07);
    take.rub({ at, for_s: 0.045, from: 3_000, to: 1_200, loud: 0.8, attack: 0.03 });
    take.thump(0.075, 0.26);
  }],
  chip: [0.16, (take) => {
    take.clay(0, 0.3);
    take.clay(take.about(0.032, 0.25), 0.2);
    take.clay(take.about(0.055, 0.25), 0.1);
  }],
  sweep: [0.5, (take) => {
    take.rub({ for_s: 0.34, from: 900, to: 1_700, loud: 0.16, attack: 0.3 });
    for (let chip = 0; chip < 7; chip += 1) take.clay(take.about(0.05 + chip * 0.045, 0.2), 0.14);
  }],
  shuffle: [1.1, (take) => {
    for (let card = 0; card < 40; card += 1)
      take.rub({ ...TICK, at: take.about(card * 0.024, 0.1) });
    take.thump(1, 0.3);
  }],
  riffle: [0.75, (take) => {
    for (let card = 0; card < 34; card += 1) {
      const at = 0.6 * Math.sqrt(card / 34);
      take.rub({ at, for_s: 0.014, from: 4_600, to: 2_600, loud: 0.34, attack: 0.04 });
    }
    take.thump(0.64, 0.24);
  }],
  win: [0.7, (take) => {
    [0, 0.06, 0.11].forEach((at) => take.clay(at, 0.18));
    [659, 880].forEach((pitch, place) => take.bell(0.08 + place * 0.11, pitch, 0.13));
  }],
  blackjack: [1.1, (take) => {
    [0, 0.05, 0.1, 0.15].forEach((at) => take.clay(at, 0.16));
    [523, 659, 784, 1_047].forEach((pitch, place) => take.bell(0.06 + place * 0.1, pitch, 0.14));
  }],
  prize: [1.9, (take) => {
    for (let chip = 0; chip < 22; chip += 1) take.clay(take.about(0.05 + chip * 0.05, 0.1), 0.12);
    [523, 659, 784, 1_047, 1_319, 1_568].forEach((pitch, place) =>
      take.bell(0.05 + place * 0.12, pitch, 0.15));
  }],
  loss: [0.3, (take) => {
    take.rub({ for_s: 0.16, from: 700, to: 300, loud: 0.2, attack: 0.3 });
    take.thump(0.06, 0.3);
  }],
  push: [0.35, (take) => [0, 0.13].forEach((at) => take.thump(at, 0.36))],
  tick: [0.08, (take) => take.strike(0, [[1_150, 0.2, 0.008], [2_900, 0.08, 0.004]])],
};

/**
 * The samples of a sound.
 *
 * @param {Sound} sound
 * @param {number} variant
 * @param {number} rate Samples a second.
 */
export function render(sound, variant, rate) {
  const [for_s, make] = MODELS[sound];
  const take = new Take(for_s, rate, variant + 1);
  make(take);
  return take.samples;
}

/** @type {{audio: AudioContext, into: AudioNode} | undefined} The loudspeaker and a compressor. */
let speaker;
/** @type {Map<string, AudioBuffer>} */
const rendered = new Map();
let turn = 0;

/** Browsers let it sound once somebody has pressed something. */
function speak() {
  if (!speaker) {
    const audio = new AudioContext();
    const into = new DynamicsCompressorNode(audio, { threshold: -18, ratio: 4, release: 0.12 });
    into.connect(audio.destination);
    speaker = { audio, into };
  }
  if (speaker.audio.state === "suspended") speaker.audio.resume().catch(() => {});
  return speaker;
}

/** @param {AudioContext} audio @param {Sound} sound @param {number} variant */
function bufferOf(audio, sound, variant) {
  const key = `${sound}.${variant}`;
  const known = rendered.get(key);
  if (known) return known;
  const samples = render(sound, variant, audio.sampleRate);
  const made = audio.createBuffer(1, samples.length, audio.sampleRate);
  made.copyToChannel(samples, 0);
  rendered.set(key, made);
  return made;
}

/**
 * Let a sound be heard.
 *
 * @param {Sound} sound
 * @param {number} pan From -1, the left, to 1.
 */
export function play(sound, pan) {
  try {
    const { audio, into } = speak();
    turn = (turn + 1) % VARIANTS;
    const source = new AudioBufferSourceNode(audio, {
      buffer: bufferOf(audio, sound, turn),
      playbackRate: 0.97 + Math.random() * 0.06,
    });
    source.connect(new StereoPannerNode(audio, { pan })).connect(into);
    source.start();
  } catch {
    // A device without a loudspeaker stays silent.
  }
}
