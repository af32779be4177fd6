// What the endpoints of odds and rules answer: the JSON of the commands of the same names.

export interface BookSummary {
  id: string;
  title: string;
  source: string;
  about: string;
  clauses: number;
  /** Of a game of the gallery. */
  terms?: string;
  house_edge?: number | null;
}

export interface Allowed { type: string; min?: number; max?: number; off?: boolean }

export interface OptionRow {
  name: string;
  value: unknown;
  default: unknown;
  /** The value as it is written in an address or on a command line. */
  written: string;
  allowed: (boolean | number | string)[] | Allowed;
  clause: string;
  reading: boolean;
  concerns: "play" | "wagers" | "house";
  text: string;
  notice: string;
  /** Values that the rules refuse beside the other options; told to a form. */
  refused?: RefusedValue[];
  /** It decides nothing at this table: it waits for other options, or for a side wager. */
  idle?: { options: Record<string, (boolean | number | string)[]>; wagers: string[] } | null;
}

export interface RefusedValue { value: boolean | number | string; text: string; clause: string }

export interface RulesSheet {
  rulebook: string;
  title: string;
  revision: number;
  source: string;
  edition: string;
  in_force_from: string;
  earlier: string[];
  digest: string;
  about: string;
  /** How this game differs from plain blackjack. */
  telling: { text: string; clauses: string[]; usual: boolean }[];
  options: OptionRow[];
  inscriptions: { text: string; place: string; clause: string }[];
  wagers: { wager: string; title: string; clause: string }[];
  rules: { section: string; text: string; clause: string; clauses: string[] }[];
}

export interface Clause {
  id: string;
  rulebook: string;
  ref: string;
  class: string;
  kind: string;
  summary: string;
  parameters: string;
  ambiguity: string;
  enforced: string[];
  tests: string[];
}

export interface Reading {
  name: string;
  clause: string;
  clauses: string[];
  text: string;
  unclear: string;
  value: string;
  default: string;
  values: { value: string; text: string }[];
  why: string;
  moves: string;
  /** House edge by value and wager; `main` is the main wager. */
  edges: Record<string, Record<string, number>>;
  when: Record<string, unknown>;
}

export interface SilentPlace {
  clause: string;
  place: string;
  text: string;
}

export interface Silence {
  rulebook: string;
  title: string;
  source: string;
  readings: Reading[];
  closed: SilentPlace[];
  left_out: SilentPlace[];
}

export interface Difference {
  section: string;
  path: string;
  a: string | null;
  b: string | null;
  clauses_a: string[];
  clauses_b: string[];
}

export interface Compared { a: { rulebook: string }; b: { rulebook: string }; differences: Difference[] }

export interface WagerLine {
  name: string;
  probability: number;
  exact: string | null;
  pays: string;
  gain: number;
  contribution: number;
  clause: string;
}

export interface WagerOdds {
  wager: string;
  title: string;
  clause: string;
  house_edge: number;
  condition: string;
  note?: string;
  meter?: { meter: number; other_return: number; break_even: number | null };
  stakes?: { stake: number; house_edge: number; outcomes: WagerLine[] }[];
  outcomes: WagerLine[];
}

export interface ParSheet {
  rulebook: string;
  /** `cached` where it was worked out before, or `computed`. */
  source: string;
  options: Record<string, unknown>;
  strategy_class: string;
  strategy: string;
  house_edge: number;
  /** What the house edge counts, in words. */
  house_edge_of: string;
  player_ev: number;
  standard_deviation: number;
  standard_deviation_class: string;
  /** The share of rounds in which the outcomes are approximate. */
  outcomes_approximate: number;
  spots: { spots: number; standard_deviation: number }[];
  outcomes: Record<string, number>;
  results: { win: number; push: number; loss: number };
  average_wager: number;
  total_dependent_ev: number;
  with_ante: { wager: number; house_edge: number }[];
  wagers: WagerOdds[];
  checks: { clause: string; ok: boolean; text: string; warning?: boolean }[];
  seconds: number;
}

export interface Cell {
  up: string;
  best: string;
  ev: number;
  second: string | null;
  cost: number | null;
  values: Record<string, number>;
  free: boolean;
  exceptions: Record<string, string>;
}

export interface Chart { name: string; title: string; rows: { hand: string; cells: Cell[] }[] }

export interface Strategy {
  rulebook: string;
  /** `cached` where it was worked out before, or `computed`. */
  source: string;
  options: Record<string, unknown>;
  strategy_class: string;
  strategy: string;
  charts: Chart[];
}

export interface Effect { option: string; value: string; house_edge: number; change: number; clause: string }

export interface Removal { removed: string; player_ev: number; change: number }

export interface Progress {
  rounds: number;
  wanted: number;
  seed: number;
  player_ev: number;
  standard_error: number;
  standard_deviation: number;
  wagers: { wager: string; placed: number; ev: number; standard_error: number }[];
  distribution: { net: number; share: number }[];
  seconds: number;
  rounds_per_second: number;
}
