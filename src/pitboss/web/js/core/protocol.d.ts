// Made by scripts/build_types.py from the messages on the wire. Amounts are in cents.

export type Inbound = Give | Resync | Ping;

export type Outbound = Answer | Update | Resynced | Trouble | Pong | Emoted;

export type Command = ApplyNotice | AskBurn | AskPlace | AssignStaff | BeginProcedure | BringChips | BuyIn | CashOut | CloseCut | CloseInsurance | CloseTable | CommitShoe | ConfirmCorrection | ConfirmMoves | ConfirmSlip | ContributeCut | CountFloat | Deal | DeclineCut | DeclinePrize | Double | DrawPrize | EnterCard | GoOffDuty | HandOver | Hit | Insure | KeepCards | KeepHand | LoadShoe | MoveChips | OpenCut | OrderRecut | OrderShuffle | PassCutter | Perform | PermitEntry | PlaceWager | PledgeCut | PostNotice | ProposeCorrection | Rebuild | RefuseCard | RejectCorrection | RejectSlip | RemoveDrop | RepeatWagers | Report | Resume | RevealShoe | SetLogTimeBack | SignOff | Signal | Split | Stand | Surrender | TakeBack | TakeEvenMoney | TakeTable | TurnOver | VoidShoe | WithdrawWager;

export type Event = AnteTaken | BoxesLimited | BurnShown | ButtonRepaired | ButtonTurnedOff | CardBurned | CardDamaged | CardDealt | CardDiscarded | CardEntered | CardExposed | CardRefused | CardReplaced | CardTurnedOver | CardsAwaited | CardsKept | ChipsBought | ChipsBrought | ChipsCashed | CommandCompleted | CorrectionMade | CorrectionProposed | CorrectionRejected | CouponPlaced | CouponWithdrawn | CutCardReached | CutContributed | CutOpened | CutPledged | CutRefused | CutWordMissing | DealerHandBegan | DealerHandEnded | DeterminantDrawn | DropRemoved | EntryPermitted | EvenMoneyTaken | FloatCounted | FloatMoved | HandDoubled | HandFinished | HandKept | HandRemoved | HandReopened | HandSplit | HandoverAsked | HandoverOffered | HandsRebuilt | HoleCardChecked | HoleCardRevealed | InsurancePlaced | InsuranceReopened | IrregularityReported | Keyed | LogTimeSetBack | MeterRaised | MeterWon | MisdealCalled | MovesConfirmed | NoticePosted | NoticeWithdrawn | PayoutChecked | PayoutHeld | PhaseBegan | PlaceAsked | PrizeDeclined | PrizeDrawn | ProcedureBegan | ReaderTurnedOff | RecutOrdered | RoundEnded | RulesChanged | SettlementReversed | ShiftSignedOff | ShoeCommitted | ShoeEmptied | ShoeLoaded | ShoeRevealed | ShoeVoided | ShuffleOrdered | ShufflerRepaired | ShufflerTurnedOff | SideReopened | SignalGiven | SlipRejected | SlipWritten | StackCut | StackShuffled | StaffAssigned | StakesReturned | StepDone | StreakMoved | TableClosed | TableLeft | TablePaused | TableResumed | TakenBack | TurnGiven | WagerNotRepeated | WagerPlaced | WagerReturned | WagerSettled | WagerWithdrawn;

/** One event with its number, as the viewer may see it. */
export interface Message {
  n: number;
  at_ms: number;
  event: Event;
  changes: Change[];
  said: string[];
  told: string;
  calls: Saying[];
  words: Saying;
}

/** A change in a view: a place and its new value, null if there is nothing any more. */
export type Change = [path: string[], value: unknown];

/** The table for all viewers who see the same cards. */
export interface TableView {
  phase: string;
  round: number;
  shoe_cards: number;
  cards_dealt: number;
  discarded: number;
  cut_card: number;
  exposed: number;
  meter: number;
  turn: [number, number];
  spot: number;
  dealer_hands: Record<string, DealerView>;
  boxes: Record<string, BoxView>;
  sides: Record<string, SideView>;
  insured: Record<string, InsuranceView>;
  coupons: Record<string, CouponView>;
  notices: NoticeView[];
}

/** The state of the table for one viewer, beside the events. */
export interface Status {
  version: number;
  phase: string;
  round: number;
  role: string;
  chips: number;
  offers: Offer[];
  waits_for: string;
  deadline_ms: number;
  shoes: Shoe[];
  stopped: string;
  bank_ms: number;
  floor: FloorStatus | null;
  shown_names: Record<string, string>;
  is_absent: boolean;
  closed: number[];
  door: string;
  asking: string[];
  absent_act: AbsentAct | null;
}

/** A table as the lobby shows it. */
export interface TableSummary {
  table: string;
  title: string;
  rulebook: string;
  about: string;
  options: Record<string, string>;
  phase: string;
  round: number;
  boxes: number;
  taken: number[];
  closed: number[];
  players: string[];
  seated: string[];
  watching: string[];
  watchers: number;
  bots: number;
  min_bet: number;
  max_bet: number;
  house_edge: number | null;
  stopped: string;
  dealing: string;
  terms: Term[];
  owner: string;
}

/** The table at which bots play while it has viewers. */
export interface DemoSummary {
  table: string;
  rulebook: string;
  bots: string[];
}

/** The felt of a table: boxes, limits and side wagers, with the services around it. */
export interface Layout {
  table: string;
  title: string;
  rulebook: string;
  options: Record<string, string>;
  decks: number;
  cards: number;
  boxes: number;
  dealer_hands: number;
  dealer_hands_min: number;
  bettors_per_box: number;
  min_bet: number;
  max_bet: number;
  chip_unit: number;
  ante: number;
  wagers: WagerSpot[];
  coupon: string;
  acts: string[];
  has_meter: boolean;
  has_coach: boolean;
  has_bots: boolean;
  has_auto_deal: boolean;
  house_edge: number | null;
  opening_chips: number;
}

/** The answer to a judged command: accepted, or the refusal. */
export interface Why {
  ok: boolean;
  refused: Refused | null;
}

/** Players at the table who have not said that the cards may be dealt. */
export interface Readiness {
  waiting_for: string[];
}

/** The coach's answer to one viewer. */
export interface Advice {
  box: number;
  hand: number;
  acts: ActValue[];
  insurance_ev: number | null;
  cards_seen: number;
}

/** Rounds, the newest first. */
export interface RoundPage {
  rounds: RoundSummary[];
  before: number;
}

/** A round that is over: the table before it, its steps, and the clauses that they name. */
export interface RoundSteps {
  round: RoundSummary;
  view: TableView;
  steps: RoundStep[];
  clauses: Record<string, ClauseWords>;
}

/** The commitment to the shoe of a round, and the proof once the shoe is over. */
export interface RoundShoe {
  commitment: string;
  proof: ShoeProof | null;
}

/** The result of playing a round again through the engine. */
export interface Replay {
  ok: boolean;
  failures: string[];
}

/** The head of a table's log after one of its events, signed by the house for a player. */
export interface Receipt {
  format: string;
  table: string;
  player: string;
  round: number;
  version: number;
  chain: string;
  at_ms: number;
  key: string;
  signature: string;
}

/** Reports, orders, procedures and options of the staff of a table, by its rulebook. */
export interface FloorSheet {
  title: string;
  dealing: string;
  reports: Duty[];
  orders: Duty[];
  procedures: Record<string, StepWords[]>;
  options: OpenOption[];
  clauses: Record<string, ClauseWords>;
}

/** The last rulings at a table, the newest first. */
export interface Rulings {
  kinds: string[];
  rulings: Ruling[];
}

/** Events that match, the newest first. */
export interface AuditPage {
  lines: AuditLine[];
  before: number;
  behind: number;
}

/** The books of a table after its last event. */
export interface Books {
  version: number;
  balances: Record<string, number>;
  total: number;
  faults: string[];
  transfers: Posting[];
}

/** The verdict of ``pitboss verify`` on the log of a table. */
export interface Verdict {
  ok: boolean;
  records: number;
  checks: Judged[];
  verdict: "holds" | "not_proven" | "fails";
  voucher: string;
}

/** The bankroll of an account in cents, and its movements, the newest first. */
export interface BankrollSheet {
  account: string;
  held: number;
  today_left: number | null;
  movements: Movement[];
  before: number;
}

/** A closed table, whose log is kept. */
export interface ClosedTable {
  table: string;
  title: string;
  rulebook: string;
  options: Record<string, string>;
  opened_ms: number;
}

/** Takings and payments of tables in a period. */
export interface HouseReport {
  from_ms: number;
  to_ms: number;
  zone: string;
  tables: TableReport[];
  total: Figures;
  by_table: Section[];
  by_shift: Section[];
  by_dealer: Section[];
  by_rulebook: Section[];
  by_day: Section[];
  players: PlayerFigures[];
  meter: MeterPoint[];
  incidents: Incident[];
  corrections: Incident[];
  sign_offs: Incident[];
  slips: SlipLine[];
  deeds: Deed[];
  win_by_round: WinPoint[];
  balances: Balance[];
  reconciles: boolean;
  out_by: number;
  odds: string[];
}

/** Every first decision of a table that has a choice. */
export interface DrillSheet {
  rulebook: string;
  options: Record<string, string>;
  kinds: string[];
  hands: Drill[];
}

/** The hand of one day (UTC), the same for all viewers. */
export interface DayHand {
  day: string;
  rulebook: string;
  title: string;
  cards: [number, number];
  total: number;
  dealer: number[];
  values: Record<string, number>;
  free: string[];
}

/** The plays of a player's chart at a table. */
export interface OwnChart {
  title: string;
  plays: ChartedPlay[];
  drills: string[];
  cost: number;
}

/** A shoe from its first round to the cutting card. */
export interface CountedShoe {
  count: string;
  title: string;
  is_true: boolean;
  tags: Record<string, number>;
  decks: number;
  deck_size: number;
  start: number;
  ramp: [number, number][];
  players: number;
  seed: number;
  rounds: CountedRound[];
}

/** The square of the strategy charts to which a hand belongs. */
export interface ChartSquare {
  box: number;
  hand: number;
  chart: string;
  row: string;
  up: string;
}

/** A player's figures over some rounds. */
export interface Statistics {
  player: string;
  rounds: RoundFigures[];
  wagers: OwnWager[];
  decisions: Decided;
  corrected: number;
  net: number;
  has_more: boolean;
}

/** A table at which the viewer has chips, or which the viewer owns. */
export interface OwnSeat {
  table: string;
  title: string;
  rulebook: string;
  chips: number;
  at_stake: number;
  is_turn: boolean;
  phase: string;
  deadline_ms: number;
  is_own: boolean;
}

/** The result of cashing out at one table. */
export interface CashedOut {
  table: string;
  amount: number;
  at_stake: number;
  refused: Refused | null;
}

/** People and bots at a table, and the viewer's rights there. */
export interface PeopleHere {
  seated: string[];
  watching: string[];
  unnamed: number;
  bots: string[];
  owner: string;
  opening_chips: number;
  shown_names: Record<string, string>;
  door: string;
  asking: string[];
  may_seat_bots: boolean;
  may_send_bots_home: boolean;
  may_close: boolean;
}

/** The address of the lobby or of a table for a phone, as text and as a QR code. */
export interface JoinCode {
  url: string;
  rows: string[];
}

/** Settings of the page that a person has chosen; a missing one has the page's default. */
export interface PersonSettings {
  sounds: "off" | "on" | null;
  speed: "normal" | "slow" | "fast" | "instant" | null;
  motion: "" | "on" | "off" | null;
  theme: "" | "light" | "dark" | null;
  autoRebet: "off" | "on" | null;
  deck: "two" | "four" | null;
  back: "blue" | "red" | "green" | null;
  hand: "right" | "left" | null;
  text: "normal" | "large" | "larger" | null;
  coach: "off" | "show" | "drill" | null;
  emotes: "off" | "on" | null;
  hints: "off" | "on" | null;
  clauses: "off" | "on" | null;
  awake: "off" | "on" | null;
  language: string | null;
}

/** The results of an evening: the winner first. */
export interface Evening {
  table: string;
  title: string;
  rounds: number;
  is_over: boolean;
  players: EveningPlayer[];
  biggest: BiggestWin | null;
  shoes: EveningShoe[];
  cards: number[];
  may_judge: boolean;
  shown_names: Record<string, string>;
}

/** The outcome of one wager that is tried, with the ones before it placed. */
export interface LaidWager {
  high: number;
  refused: Refused | null;
}

/** Lines that match, the newest first. */
export interface SecurityPage {
  lines: SecurityLine[];
  before: number;
}

/** An open session of a person, with its device's address. */
export interface OpenSession {
  session: string;
  address: string;
  began_ms: number;
  ends_ms: number;
  is_this: boolean;
}

/** A proposal that waits for a second member of staff. */
export interface Waiting {
  proposal: string;
  name: string;
  role: string;
  amount: number;
  by: string;
  at_ms: number;
  reset: string;
}

/** The person behind the current session. */
export interface Me {
  name: string;
  role: string;
  is_admin: boolean;
  is_guest: boolean;
  shown_name: string;
  waiting_role: string;
}

/** State of a person's second factor. */
export interface FactorSheet {
  is_set: boolean;
  recovery_left: number;
}

/** A secret for an authenticator app, valid once a code of that app has been sent. */
export interface FactorOffer {
  secret: string;
  link: string;
}

/** Codes that replace the app once each; they are shown only in this answer. */
export interface RecoveryCodes {
  codes: string[];
}

/** The studies that are there, and every count. */
export interface StudyShelf {
  studies: StudySummary[];
  counts: CountName[];
}

/** Every figure of the desk and every point of its plots. */
export interface DeskSheet {
  rulebook: string;
  count: string;
  title: string;
  is_true: boolean;
  rounds: number;
  plays: number;
  cards: number;
  penetration: number;
  penetration_max: number;
  rounds_per_shoe: number;
  figures: DeskFigures;
  counts: DeskCount[];
  growth: [number, number, number, number, number, number][];
  scores: DeskScores[];
}

/** A study that is being played. */
export interface StudyProgress {
  rounds: number;
  wanted: number;
  seconds: number;
}

/** A command; if you send it again with the same id, you get the first answer again. */
export interface Give {
  type: "command";
  id: string;
  command: Command;
  seen: number;
}

/** Ask for the whole view again. */
export interface Resync {
  type: "resync";
}

/** Ask for a ``pong``. */
export interface Ping {
  type: "ping";
}

/** The answer to a command. An accepted command is on disk. */
export interface Answer {
  type: "answer";
  id: string;
  ok: boolean;
  first: number;
  last: number;
  refused: Refused | null;
}

/** Events in order without a gap, and the state of the table after them. */
export interface Update {
  type: "update";
  events: Message[];
  status: Status;
}

/** The whole table as the viewer may see it: at first, and where events can not be caught up. */
export interface Resynced {
  type: "view";
  table: string;
  you: string;
  view: TableView;
  status: Status;
}

/** A message that cannot be answered. */
export interface Trouble {
  type: "error";
  code: string;
  text: string;
  id: string;
}

/** The answer to ``ping``. */
export interface Pong {
  type: "pong";
  version: number;
}

/** An emote of a person at the table; it changes nothing and is not logged. */
export interface Emoted {
  type: "emote";
  player: string;
  emote: "hello" | "good_luck" | "well_played" | "thanks" | "wow" | "ouch" | "phew" | "bye";
}

/** Apply the change announced by a notice, between rounds. */
export interface ApplyNotice {
  do: "apply_notice";
  at_ms?: number;
  by?: string;
}

/** Ask to see the burned card. */
export interface AskBurn {
  do: "ask_burn";
  by?: string;
}

/** Wait for a box at the table, or stop waiting. */
export interface AskPlace {
  do: "ask_place";
  is_waiting?: boolean;
  by?: string;
}

/** Assign a role at the table; an empty role ends it. */
export interface AssignStaff {
  do: "assign_staff";
  name: string;
  role: string;
  by?: string;
}

/** Begin a procedure of the rulebook: opening, shuffle, idle. */
export interface BeginProcedure {
  do: "begin_procedure";
  name: string;
  side?: number;
  by?: string;
}

/** Accept house chips that a guest brings along. */
export interface BringChips {
  do: "bring_chips";
  player: string;
  amount: number;
  by?: string;
}

/** Give a player chips. */
export interface BuyIn {
  do: "buy_in";
  player: string;
  amount: number;
  by?: string;
}

/** Cash chips in at the cashier; all of them if the player leaves. */
export interface CashOut {
  do: "cash_out";
  amount: number;
  by?: string;
}

/** Stop waiting for words; one that was not revealed does not count. */
export interface CloseCut {
  do: "close_cut";
  by?: string;
}

/** Close the offers: insurance, even money and early surrender. */
export interface CloseInsurance {
  do: "close_insurance";
  by?: string;
}

/** Close the table for good, between two rounds. */
export interface CloseTable {
  do: "close_table";
  by?: string;
}

/** Record the commitment to the next shoe. */
export interface CommitShoe {
  do: "commit_shoe";
  commitment: string;
  seed?: string;
  side?: number;
  by?: string;
}

/** Confirm another person's correction, by its number. */
export interface ConfirmCorrection {
  do: "confirm_correction";
  number?: number;
  by?: string;
}

/** Confirm that the chips on the list were moved, up to this number. */
export interface ConfirmMoves {
  do: "confirm_moves";
  number: number;
  by?: string;
}

/** Sign another person's slip. */
export interface ConfirmSlip {
  do: "confirm_slip";
  number: number;
  by?: string;
}

/** Reveal your word; all words together determine the place of the cut. */
export interface ContributeCut {
  do: "contribute_cut";
  words: string;
  by?: string;
}

/** Write down a count of the float; a second person must sign it. */
export interface CountFloat {
  do: "count_float";
  kind: "opening" | "closing";
  chips: Record<string, number>;
  by?: string;
}

/** Close betting and deal. */
export interface Deal {
  do: "deal";
  drawn_from?: number;
  at_ms?: number;
  is_face_down?: boolean;
  by?: string;
}

/** Decline the cut that is offered. */
export interface DeclineCut {
  do: "decline_cut";
  by?: string;
}

/** Leave the prize button to another player. */
export interface DeclinePrize {
  do: "decline_prize";
  nominee?: string;
  by?: string;
}

/** Double the hand in play for one more card. */
export interface Double {
  do: "double";
  box: number;
  hand?: number;
  stakes?: Record<string, (number | "free")[]>;
  by?: string;
}

/** Press the prize button for the next winner; the command carries the result. */
export interface DrawPrize {
  do: "draw_prize";
  prize?: number;
  player?: string;
  by?: string;
}

/** Enter a card drawn from a physical shoe, or the answer of the card reader. */
export interface EnterCard {
  do: "enter_card";
  card?: number;
  has_blackjack?: boolean | null;
  by?: string;
}

/** Go off duty without relief: a dealer between two rounds, a supervisor at any time. */
export interface GoOffDuty {
  do: "go_off_duty";
  by?: string;
}

/** Hand the table over to another dealer, as the dealer on duty or as a supervisor. */
export interface HandOver {
  do: "hand_over";
  to: string;
  role?: string;
  by?: string;
}

/** Draw a card to the hand in play. */
export interface Hit {
  do: "hit";
  box: number;
  hand?: number;
  by?: string;
}

/** Insure a main wager, or decline with nothing. */
export interface Insure {
  do: "insure";
  box: number;
  amounts: number[];
  by?: string;
}

/** Keep dealing the cards in the shoe although the table was empty. */
export interface KeepCards {
  do: "keep_cards";
  reason: string;
  by?: string;
}

/** Keep a hand instead of surrendering it early. */
export interface KeepHand {
  do: "keep_hand";
  box: number;
  by?: string;
}

/** Put cards into the shoe in this order, the first to be dealt first. */
export interface LoadShoe {
  do: "load_shoe";
  cards?: number[];
  is_shuffle?: boolean;
  cut?: number;
  behind?: number;
  side?: number | null;
  by?: string;
}

/** Write a slip for a fill (chips in) or a credit (chips out); a second person signs. */
export interface MoveChips {
  do: "move_chips";
  kind: "fill" | "credit";
  chips: Record<string, number>;
  by?: string;
}

/** Ask players to reveal their words; no more commitments are accepted. */
export interface OpenCut {
  do: "open_cut";
  by?: string;
}

/** Order another cut before a card is dealt. */
export interface OrderRecut {
  do: "order_recut";
  reason: string;
  by?: string;
}

/** Order a shuffle after the round. */
export interface OrderShuffle {
  do: "order_shuffle";
  reason: string;
  is_suspect?: boolean;
  by?: string;
}

/** Offer the cut to the next player, if the one who has it does not answer. */
export interface PassCutter {
  do: "pass_cutter";
  by?: string;
}

/** Carry out the step of the procedure that is due. */
export interface Perform {
  do: "perform";
  step: string;
  cards?: number[];
  position?: number;
  at_ms?: number;
  by?: string;
}

/** Permit a player who sat out to bet again. */
export interface PermitEntry {
  do: "permit_entry";
  player: string;
  by?: string;
}

/** Place a main wager, an ante or a side wager on a box. */
export interface PlaceWager {
  do: "place_wager";
  box: number;
  wager: string;
  amounts: number[];
  by?: string;
}

/** Commit to a word for the cut, before any word is known. */
export interface PledgeCut {
  do: "pledge_cut";
  commitment: string;
  by?: string;
}

/** Give notice of a change of options; an empty change withdraws the notice. */
export interface PostNotice {
  do: "post_notice";
  changes?: Record<string, string>;
  minutes?: number;
  at_ms?: number;
  by?: string;
}

/** Ask for a player's chips to be corrected; a second person must agree. */
export interface ProposeCorrection {
  do: "propose_correction";
  player: string;
  amount: number;
  reason: string;
  round?: number;
  box?: number;
  hand?: number;
  wager?: string;
  by?: string;
}

/** Rebuild the hands of the round as they should have been dealt. */
export interface Rebuild {
  do: "rebuild";
  hands: LaidHand[];
  dealer: number[];
  wagers?: "" | "main" | "all";
  by?: string;
}

/** Refuse a card that was exposed in error; the hand gets no more cards. */
export interface RefuseCard {
  do: "refuse_card";
  box: number;
  by?: string;
}

/** Reject a proposed correction. */
export interface RejectCorrection {
  do: "reject_correction";
  number: number;
  reason: string;
  by?: string;
}

/** Reject a slip that is not signed yet. */
export interface RejectSlip {
  do: "reject_slip";
  number: number;
  by?: string;
}

/** Take the drop box away and count its cash; a second person must sign. */
export interface RemoveDrop {
  do: "remove_drop";
  amount: number;
  by?: string;
}

/** Place the wagers of the last round again for every guest without one. */
export interface RepeatWagers {
  do: "repeat_wagers";
  by?: string;
}

/** Report an irregularity; the rulebook's clause determines the effect. */
export interface Report {
  do: "report";
  what: string;
  box?: number;
  hand?: number;
  player?: string;
  choice?: string;
  card?: number;
  replacement?: number;
  by?: string;
}

/** Resume a stopped table. */
export interface Resume {
  do: "resume";
  by?: string;
}

/** Reveal the seed of a finished shoe. */
export interface RevealShoe {
  do: "reveal_shoe";
  commitment: string;
  seed: string;
  by?: string;
}

/** Set log time back to the wall clock, after a wrong clock had set it ahead. */
export interface SetLogTimeBack {
  do: "set_log_time_back";
  at_ms?: number;
  was_ms?: number;
  administrator?: string;
  by?: string;
}

/** End the shift at this table, and record its figures under a supervisor's name. */
export interface SignOff {
  do: "sign_off";
  at_ms?: number;
  by?: string;
}

/** Signal an act by gesture or word; the gesture takes precedence. */
export interface Signal {
  do: "signal";
  box: number;
  gesture?: string;
  voice?: string;
  by?: string;
}

/** Split the pair in play into two hands. */
export interface Split {
  do: "split";
  box: number;
  hand?: number;
  choices?: Record<string, string>;
  by?: string;
}

/** Take no more cards on the hand in play. */
export interface Stand {
  do: "stand";
  box: number;
  hand?: number;
  by?: string;
}

/** Surrender the hand in play for half of its wager. */
export interface Surrender {
  do: "surrender";
  box: number;
  hand?: number;
  by?: string;
}

/** Take back the last entry; a supervisor gives a reason. */
export interface TakeBack {
  do: "take_back";
  reason?: string;
  back_to?: "entry" | "keystroke" | "deal";
  by?: string;
}

/** Take 1 to 1 for a blackjack at once. */
export interface TakeEvenMoney {
  do: "take_even_money";
  box: number;
  by?: string;
}

/** Come on duty: a supervisor at once, a dealer when the one on duty agrees. */
export interface TakeTable {
  do: "take_table";
  role?: string;
  by?: string;
}

/** Turn over the face-down cards of a box. */
export interface TurnOver {
  do: "turn_over";
  box: number;
  by?: string;
}

/** Declare a shoe void because its order can no longer be read; every wager is returned. */
export interface VoidShoe {
  do: "void_shoe";
  commitments: string[];
  reason?: string;
  by?: string;
}

/** Take a wager back while betting is open. */
export interface WithdrawWager {
  do: "withdraw_wager";
  box: number;
  wager: string;
  by?: string;
}

/** The ante went to the house. */
export interface AnteTaken {
  event: "ante_taken";
  box: number;
  player: string;
  amount: number;
  clause: string;
}

/** The house limits a player to one box, or lifts the limit. */
export interface BoxesLimited {
  event: "boxes_limited";
  player: string;
  is_limited: boolean;
  clause: string;
}

/** The last burned card was shown because a player asked. */
export interface BurnShown {
  event: "burn_shown";
  card: number;
  player: string;
  clause: string;
}

/** The prize button works again. */
export interface ButtonRepaired {
  event: "button_repaired";
  clause: string;
}

/** The prize button is out of order. */
export interface ButtonTurnedOff {
  event: "button_turned_off";
  clause: string;
}

/** A card went to the discard rack face down without being played. */
export interface CardBurned {
  event: "card_burned";
  card: number;
  clause: string;
}

/** A card was found damaged, and must be replaced before the next round. */
export interface CardDamaged {
  event: "card_damaged";
  card: number;
  clause: string;
}

/** A card left the shoe for a hand; box 0 is the dealer. */
export interface CardDealt {
  event: "card_dealt";
  box: number;
  hand: number;
  card: number;
  is_up: boolean;
}

/** The next card of the shoe went to the discard rack without being played. */
export interface CardDiscarded {
  event: "card_discarded";
  card: number;
  clause: string;
}

/** The dealer entered a card, or the answer of the card reader. */
export interface CardEntered {
  event: "card_entered";
  entry: number;
  emitted: number;
  box: number;
  hand: number;
}

/** The next card of the shoe was exposed. */
export interface CardExposed {
  event: "card_exposed";
  card: number;
}

/** A player refused an exposed card, and gets no more cards in this round. */
export interface CardRefused {
  event: "card_refused";
  player: string;
  clause: string;
}

/** A damaged card left the shoe, and another of the same face took its place. */
export interface CardReplaced {
  event: "card_replaced";
  card: number;
  clause: string;
}

/** The first unseen card of a hand was turned over. */
export interface CardTurnedOver {
  event: "card_turned_over";
  box: number;
  hand: number;
  card: number;
}

/** A command is pending until the dealer enters cards from a physical shoe. */
export interface CardsAwaited {
  event: "cards_awaited";
  command: string;
  emitted: number;
}

/** The staff kept dealing the same cards although the table was empty. */
export interface CardsKept {
  event: "cards_kept";
  by: string;
  reason: string;
  clause: string;
}

/** A player bought chips. */
export interface ChipsBought {
  event: "chips_bought";
  player: string;
  amount: number;
}

/** A guest brought house chips along. */
export interface ChipsBrought {
  event: "chips_brought";
  player: string;
  amount: number;
}

/** A player cashed chips; with no chips left and no wager up, the player leaves the table. */
export interface ChipsCashed {
  event: "chips_cashed";
  player: string;
  amount: number;
}

/** The pending command has all the cards it needs. */
export interface CommandCompleted {
  event: "command_completed";
}

/** The second person confirmed a correction, and the chips moved. */
export interface CorrectionMade {
  event: "correction_made";
  by: string;
  second: string;
  player: string;
  amount: number;
  reason: string;
  number: number;
  round: number;
  box: number;
  hand: number;
  wager: string;
}

/** The first of two people proposed to correct a player's chips. */
export interface CorrectionProposed {
  event: "correction_proposed";
  by: string;
  player: string;
  amount: number;
  reason: string;
  number: number;
  round: number;
  box: number;
  hand: number;
  wager: string;
}

/** A supervisor rejected a correction. */
export interface CorrectionRejected {
  event: "correction_rejected";
  by: string;
  number: number;
  player: string;
  amount: number;
  reason: string;
}

/** A player put a match play coupon beside a main wager. */
export interface CouponPlaced {
  event: "coupon_placed";
  box: number;
  player: string;
  amount: number;
}

/** A player took a match play coupon back while betting was open. */
export interface CouponWithdrawn {
  event: "coupon_withdrawn";
  box: number;
  player: string;
  amount: number;
}

/** The cutting card came out before the next card of a box; box 0 is the dealer. */
export interface CutCardReached {
  event: "cut_card_reached";
  box: number;
  last_round: number;
  clause: string;
  side: number;
}

/** A player revealed a word for the cut. */
export interface CutContributed {
  event: "cut_contributed";
  player: string;
  words: string;
}

/** All players have committed to their words, and now reveal them. */
export interface CutOpened {
  event: "cut_opened";
  players: string[];
}

/** A player committed to a secret word for the cut. */
export interface CutPledged {
  event: "cut_pledged";
  player: string;
  commitment: string;
}

/** A player declined the cut, or did not answer and was passed over. */
export interface CutRefused {
  event: "cut_refused";
  player: string;
  by: string;
}

/** A player did not reveal the word in time, so it does not count. */
export interface CutWordMissing {
  event: "cut_word_missing";
  player: string;
  commitment: string;
}

/** The up card starts the dealer's next hand of a multiple-action round. */
export interface DealerHandBegan {
  event: "dealer_hand_began";
  spot: number;
}

/** The dealer takes no more cards on this hand. */
export interface DealerHandEnded {
  event: "dealer_hand_ended";
  spot: number;
  total: number;
}

/** The first card of the round decided which side of the double shoe it is dealt from. */
export interface DeterminantDrawn {
  event: "determinant_drawn";
  card: number;
  drawn_from: number;
  dealt_from: number;
  clause: string;
}

/** The drop box was taken away and its cash counted. */
export interface DropRemoved {
  event: "drop_removed";
  number: number;
  by: string;
  second: string;
  amount: number;
  expected: number;
}

/** A player who sat out may bet again. */
export interface EntryPermitted {
  event: "entry_permitted";
  player: string;
  clause: string;
}

/** A player asked to have a blackjack paid 1 to 1 at once. */
export interface EvenMoneyTaken {
  event: "even_money_taken";
  box: number;
  player: string;
}

/** Two people counted the chips in the tray. */
export interface FloatCounted {
  event: "float_counted";
  number: number;
  kind: string;
  by: string;
  second: string;
  chips: Record<string, number>;
  amount: number;
  expected: number;
  is_first: boolean;
}

/** Chips came to the tray from the cage, or went back there. */
export interface FloatMoved {
  event: "float_moved";
  number: number;
  kind: string;
  by: string;
  second: string;
  chips: Record<string, number>;
  amount: number;
}

/** Chips or lammers were added to a hand for one more card. */
export interface HandDoubled {
  event: "hand_doubled";
  box: number;
  hand: number;
  stakes: Added[];
}

/** A hand is finished: it stood, doubled, busted, surrendered, or is complete. */
export interface HandFinished {
  event: "hand_finished";
  box: number;
  hand: number;
  how: string;
}

/** A player kept a hand instead of surrendering it early. */
export interface HandKept {
  event: "hand_kept";
  box: number;
  player: string;
}

/** The cards of a hand that is settled went to the discard rack before the round ended. */
export interface HandRemoved {
  event: "hand_removed";
  box: number;
  hand: number;
}

/** A hand has its turn again, after all others. */
export interface HandReopened {
  event: "hand_reopened";
  box: number;
  hand: number;
  clause: string;
}

/** A pair became two hands, the new one to the right of the old. */
export interface HandSplit {
  event: "hand_split";
  box: number;
  hand: number;
  stays: string[];
  moves: string[];
  stakes: Added[];
}

/** A dealer asks to take the table; the dealer on duty has not agreed yet. */
export interface HandoverAsked {
  event: "handover_asked";
  by: string;
}

/** The dealer on duty offers the table to another dealer, who has not accepted yet. */
export interface HandoverOffered {
  event: "handover_offered";
  by: string;
  to: string;
}

/** The hands were rebuilt as they should have been dealt. */
export interface HandsRebuilt {
  event: "hands_rebuilt";
  hands: LaidHand[];
  dealer: number[];
  clause: string;
}

/** The dealer peeked for a blackjack; no player saw the card. */
export interface HoleCardChecked {
  event: "hole_card_checked";
  is_blackjack: boolean;
}

/** The dealer turned over the hole card. */
export interface HoleCardRevealed {
  event: "hole_card_revealed";
  card: number;
}

/** A player insured a main wager, or declined with nothing. */
export interface InsurancePlaced {
  event: "insurance_placed";
  box: number;
  player: string;
  amounts: number[];
}

/** A player who was not asked may still insure. */
export interface InsuranceReopened {
  event: "insurance_reopened";
  box: number;
  player: string;
  clause: string;
}

/** An irregularity was reported; the clause determines its effect. */
export interface IrregularityReported {
  event: "irregularity_reported";
  what: string;
  by: string;
  box: number;
  hand: number;
  clause: string;
  player: string;
  choice: string;
  card: number;
  replacement: number;
}

/** A command was keyed at a table dealt by hand; its events follow. */
export interface Keyed {
  event: "keyed";
  what: string;
  who: string;
  results: Net[];
  is_deal: boolean;
  is_round_end: boolean;
}

/** Log time was ahead, and agrees with the wall clock from this entry on. */
export interface LogTimeSetBack {
  event: "log_time_set_back";
  by: string;
  was_ms: number;
  at_ms: number;
}

/** The share of the round's progressive wagers went onto the meter. */
export interface MeterRaised {
  event: "meter_raised";
  amount: number;
}

/** The meter was paid out and starts again. */
export interface MeterWon {
  event: "meter_won";
  before: number;
  meter: number;
}

/** All cards of the round were discarded; it is dealt again for the same wagers. */
export interface MisdealCalled {
  event: "misdeal_called";
  collected: number[];
  clause: string;
}

/** The dealer has moved the chips on the list, up to this number. */
export interface MovesConfirmed {
  event: "moves_confirmed";
  by: string;
  number: number;
}

/** A change of options was posted; it replaces an earlier notice. */
export interface NoticePosted {
  event: "notice_posted";
  by: string;
  changes: Record<string, string>;
  was: Record<string, string>;
  at_ms: number;
  from_ms: number;
  clause: string;
}

/** The notice was withdrawn. */
export interface NoticeWithdrawn {
  event: "notice_withdrawn";
  by: string;
  clause: string;
}

/** The staff did one check of the first held payout. */
export interface PayoutChecked {
  event: "payout_checked";
  step: string;
  by: string;
  clause: string;
}

/** A side wager won, and is paid after the staff has verified it. */
export interface PayoutHeld {
  event: "payout_held";
  box: number;
  player: string;
  wager: string;
  stake: number;
  net: number;
  clause: string;
  pays: string;
  line: string;
}

/** The next phase of the round began. */
export interface PhaseBegan {
  event: "phase_began";
  phase: string;
}

/** A player waits for a box, or stopped waiting. */
export interface PlaceAsked {
  event: "place_asked";
  player: string;
  is_waiting: boolean;
}

/** A player left the prize button to another bettor, or to the staff. */
export interface PrizeDeclined {
  event: "prize_declined";
  box: number;
  wager: string;
  player: string;
  nominee: string;
  clause: string;
}

/** The button was pressed for the side wagers of a box. */
export interface PrizeDrawn {
  event: "prize_drawn";
  box: number;
  wager: string;
  prize: number;
  player: string;
}

/** The staff began a procedure, such as opening the table. */
export interface ProcedureBegan {
  event: "procedure_began";
  name: string;
  by: string;
  side: number;
  steps: number;
}

/** The card reader was turned off. */
export interface ReaderTurnedOff {
  event: "reader_turned_off";
  clause: string;
}

/** A supervisor ordered another cut. */
export interface RecutOrdered {
  event: "recut_ordered";
  by: string;
  reason: string;
  steps: number;
  is_next: boolean;
  clause: string;
}

/** All wagers are settled and all cards are in the discard rack, in this order. */
export interface RoundEnded {
  event: "round_ended";
  number: number;
  collected: number[];
}

/** The options of the table changed. */
export interface RulesChanged {
  event: "rules_changed";
  by: string;
  changes: Record<string, string>;
  was: Record<string, string>;
  at_ms: number;
  clause: string;
}

/** The result of a wager in a void round was undone. */
export interface SettlementReversed {
  event: "settlement_reversed";
  box: number;
  player: string;
  wager: string;
  amount: number;
  clause: string;
}

/** A supervisor signed the figures of a shift; the next one begins. */
export interface ShiftSignedOff {
  event: "shift_signed_off";
  by: string;
  since_ms: number;
  at_ms: number;
  rounds: number;
  drop: number;
  cash: number;
  cashed: number;
  win: number;
  fills: number;
  credits: number;
  difference: number;
}

/** The order of the next shoe is fixed by this commitment, before its first wager. */
export interface ShoeCommitted {
  event: "shoe_committed";
  commitment: string;
  seed: string;
  side: number;
}

/** The rest of the shoe joined the discard rack, to be counted and shuffled. */
export interface ShoeEmptied {
  event: "shoe_emptied";
}

/** The shoe was loaded with these cards in this order, hidden from every viewer. */
export interface ShoeLoaded {
  event: "shoe_loaded";
  cards: number[];
  is_shuffle: boolean;
  cut_card: number;
  side: number;
  is_double: boolean;
  is_endless: boolean;
}

/** The seed behind the commitment of a finished shoe. */
export interface ShoeRevealed {
  event: "shoe_revealed";
  commitment: string;
  seed: string;
}

/** A shoe is void: its order is lost, and new cards are shuffled before the next round. */
export interface ShoeVoided {
  event: "shoe_voided";
  commitments: string[];
  reason: string;
  clause: string;
}

/** The cards will be shuffled after this round. */
export interface ShuffleOrdered {
  event: "shuffle_ordered";
  by: string;
  reason: string;
  clause: string;
}

/** The shuffler is in use again. */
export interface ShufflerRepaired {
  event: "shuffler_repaired";
  clause: string;
}

/** The shuffler is out of use, or visibly covered or marked. */
export interface ShufflerTurnedOff {
  event: "shuffler_turned_off";
  clause: string;
  is_covered: boolean;
}

/** A side wager of a rebuilt round went up again, to be decided by the correct cards. */
export interface SideReopened {
  event: "side_reopened";
  box: number;
  player: string;
  wager: string;
  amount: number;
  clause: string;
}

/** A player signalled an act by gesture or word. */
export interface SignalGiven {
  event: "signal_given";
  box: number;
  gesture: string;
  voice: string;
  clause: string;
}

/** A slip was rejected before it was signed. */
export interface SlipRejected {
  event: "slip_rejected";
  number: number;
  kind: string;
  by: string;
}

/** A slip was written, to be signed by a second person. */
export interface SlipWritten {
  event: "slip_written";
  number: number;
  kind: string;
  by: string;
  amount: number;
  chips: Record<string, number>;
}

/** The stack was cut, this many cards from the front. */
export interface StackCut {
  event: "stack_cut";
  by: string;
  position: number;
}

/** The stack was shuffled into this order, hidden from every viewer. */
export interface StackShuffled {
  event: "stack_shuffled";
  cards: number[];
}

/** A person came on duty in a role; an empty role ends it. */
export interface StaffAssigned {
  event: "staff_assigned";
  name: string;
  role: string;
}

/** Chips added by doubling or splitting were returned to a player. */
export interface StakesReturned {
  event: "stakes_returned";
  box: number;
  player: string;
  amount: number;
  clause: string;
}

/** A step of a procedure was carried out. */
export interface StepDone {
  event: "step_done";
  step: string;
  by: string;
  clause: string;
  position: number;
  at_ms: number;
  is_last: boolean;
  cut_card: number;
}

/** A lammer moved to the number of hands won in a row. */
export interface StreakMoved {
  event: "streak_moved";
  box: number;
  player: string;
  wins: number;
  wagers: string[];
}

/** The table closed for good, with no wager and no chip left on it. */
export interface TableClosed {
  event: "table_closed";
  by: string;
}

/** The last player left the table; its cards may not simply be dealt on. */
export interface TableLeft {
  event: "table_left";
  clause: string;
  is_asked: boolean;
}

/** The table was stopped for a reason. */
export interface TablePaused {
  event: "table_paused";
  why: string;
  clause: string;
}

/** The table resumed play. */
export interface TableResumed {
  event: "table_resumed";
  by: string;
}

/** An entry was taken back: the table and all chips are as they were before it. */
export interface TakenBack {
  event: "taken_back";
  by: string;
  what: string;
  who: string;
  reason: string;
  count: number;
  moved: Transfer[];
  results: Net[];
  is_round_reopened: boolean;
  clause: string;
}

/** A hand may act now. */
export interface TurnGiven {
  event: "turn_given";
  box: number;
  hand: number;
}

/** A wager of the last round could not be placed again. */
export interface WagerNotRepeated {
  event: "wager_not_repeated";
  box: number;
  player: string;
  wager: string;
  amounts: number[];
  why: string;
  clause: string;
}

/** A player placed a wager on a box. */
export interface WagerPlaced {
  event: "wager_placed";
  box: number;
  player: string;
  wager: string;
  amounts: number[];
}

/** A wager was returned before the deal: the table closed, or its shoe is void. */
export interface WagerReturned {
  event: "wager_returned";
  box: number;
  player: string;
  wager: string;
  amounts: number[];
}

/** A wager was settled: the stake left the box, and the player received it with the net. */
export interface WagerSettled {
  event: "wager_settled";
  box: number;
  hand: number;
  player: string;
  wager: string;
  spot: number;
  result: string;
  stake: number;
  net: number;
  clause: string;
  pays: string;
  line: string;
}

/** A player took a wager back while betting was open. */
export interface WagerWithdrawn {
  event: "wager_withdrawn";
  box: number;
  player: string;
  wager: string;
  amounts: number[];
}

/** A sentence: the key of its words, and values for placeholders that no field fills. */
export type Saying = [key: string, values: Record<string, unknown>];

/** A hand of the dealer. */
export interface DealerView {
  cards: Record<string, number>;
  total: string;
  how: string;
}

/** A box as a viewer sees it. */
export interface BoxView {
  number: number;
  mains: Record<string, number[]>;
  hands: Record<string, HandView>;
  antes: Record<string, number>;
}

/** A side wager that is up, or was settled in this round. */
export interface SideView {
  box: number;
  player: string;
  wager: string;
  amount: number;
  wins: number;
  results: Record<string, ResultView>;
}

/** An answer to the offer of insurance. */
export interface InsuranceView {
  box: number;
  player: string;
  amounts: number[];
  results: Record<string, ResultView>;
}

/** A match play coupon beside a main wager. */
export interface CouponView {
  box: number;
  player: string;
  face: number;
  results: Record<string, ResultView>;
}

/** Words on the layout or on a sign, or a change to come, with the clause behind them. */
export interface NoticeView {
  text: string;
  place: string;
  clause: string;
  from_ms: number;
}

/** A command that is legal now, with the smallest and largest stake. */
export interface Offer {
  do: string;
  by: string;
  box: number;
  hand: number;
  wager: string;
  low: number;
  high: number;
  unit: number;
  only: number[];
  is_free: boolean;
  spots: number[];
}

/** The fingerprint of an order of cards, and its seed once the shoe is over. */
export interface Shoe {
  number: number;
  commitment: string;
  side: number;
  seed: string;
}

/** The state of the floor, for the staff. */
export interface FloorStatus {
  duties: Duty[];
  procedure: string;
  steps_done: number;
  paused: string;
  paused_by: string;
  shuffle: string;
  shuffle_by: string;
  corrections: Proposal[];
  staff: Record<string, string>;
  players: Record<string, number>;
  waiting: string[];
  notice: PostedNotice | null;
  books: FloatStatus | null;
  taker: string;
  handed_to: string;
  acting: Record<string, Offer[]>;
  take_back: TakeBackOffer | null;
  chip_moves: ChipTask[];
  chips_moved: number;
  laid: Record<string, number>;
  chip_order: string[];
}

/** An act of the table for a player whose connection is lost. */
export interface AbsentAct {
  player: string;
  act: string;
  is_best_play: boolean;
}

/** One short term of a table; the page that shows it has the words for its name. */
export interface Term {
  name: string;
  n: number;
  text: string;
}

/** The place of a side wager on every box. */
export interface WagerSpot {
  name: string;
  title: string;
  kind: string;
  clause: string;
  wins_when: string;
  top: string;
  lines: PayLine[];
  only: number[];
  low: number;
  high: number;
  any_box: boolean;
}

/** The reason for which a command was refused; nothing has changed. */
export interface Refused {
  code: string;
  text: string;
  clause: string;
  also: string[];
  where: string;
  limit: number | null;
}

/** An act of the hand in play and what it is worth. */
export interface ActValue {
  act: string;
  ev: number;
  cost: number;
}

/** A round that has ended. */
export interface RoundSummary {
  number: number;
  at_ms: number;
  first: number;
  last: number;
  net: Record<string, number>;
}

/** One event of a round, as a viewer may see it. */
export interface RoundStep {
  message: Message;
  clause: string;
  why: PaymentChain | null;
}

/** Reference and summary of a clause. */
export interface ClauseWords {
  ref: string;
  text: string;
}

/** A shoe that is over: what was published before it, and every card that left it. */
export interface ShoeProof {
  commitment: string;
  seed: string;
  decks: number;
  deck: number[];
  side: number;
  committed: number;
  committed_ms: number;
  words: [string, string][];
  cut_low: number;
  cut_high: number;
  first_wager: number;
  loaded: number;
  revealed: number;
  cards: number[];
  left: CardLeft[];
}

/** A command of the staff, described, with its clauses and fields. */
export interface Duty {
  do: string;
  what: string;
  text: string;
  by: string[];
  who: string;
  clauses: string[];
  fields: Field[];
  box: number;
  hand: number;
  is_due: boolean;
}

/** A step of a procedure, in words. */
export interface StepWords {
  do: string;
  by: string;
  text: string;
  clauses: string[];
}

/** An option that a supervisor may change at the open table. */
export interface OpenOption {
  name: string;
  text: string;
  value: string;
  values: string[];
  allowed: string;
  clause: string;
  notice: string;
}

/** Something that the staff reported, ordered or corrected, or what followed from that. */
export interface Ruling {
  n: number;
  at_ms: number;
  text: string;
  clause: string;
  event: Event;
  words: Saying;
}

/** An event of a log and the command behind it. */
export interface AuditLine {
  n: number;
  at_ms: number;
  wall_ms: number;
  id: string;
  who: string;
  command: Command | null;
  kind: string;
  text: string;
  words: Saying;
  event: Event;
  chain: string;
}

/** A transfer with the event that it follows from. */
export interface Posting {
  n: number;
  at_ms: number;
  transfer: Transfer;
}

/** One check with its result. */
export interface Judged {
  check: string;
  status: string;
  text: string;
  events: [number, number][];
}

/** Play money that came to the bankroll of an account, or left it. */
export interface Movement {
  account: string;
  number: number;
  at_ms: number;
  kind: string;
  amount: number;
  held: number;
  source: string;
  mark: string;
}

/** A table of the report. */
export interface TableReport {
  table: string;
  title: string;
  rulebook: string;
  options: Record<string, string>;
  events: [number, number];
  is_by_hand: boolean;
}

/** The figures of a part of the period. */
export interface Figures {
  drop: number;
  cash: number;
  cashed: number;
  win: number;
  hold: number | null;
  staked: number;
  rounds: number;
  hands: number;
  played_ms: number;
  hands_per_hour: number | null;
  corrections: number;
  fills: number;
  credits: number;
  difference: number;
  wagers: WagerFigures[];
  expected: number | null;
  deviation: number | null;
  deviations: number | null;
  brought: number;
}

/** One table, shift, dealer, rulebook or day of the period. */
export interface Section {
  name: string;
  from_ms: number;
  to_ms: number;
  figures: Figures;
}

/** The figures of a player. */
export interface PlayerFigures {
  player: string;
  bought: number;
  cashed: number;
  staked: number;
  net: number;
  corrections: number;
  rounds: number;
  chips: number;
}

/** A value of the progressive meter. */
export interface MeterPoint {
  table: string;
  at_ms: number;
  round: number;
  meter: number;
  won: number;
}

/** An irregularity, a ruling, a correction, a slip or a sign-off, as it is on record. */
export interface Incident {
  table: string;
  n: number;
  at_ms: number;
  round: number;
  kind: string;
  by: string;
  text: string;
  clause: string;
  box: number;
  player: string;
  card: string;
}

/** A count, a fill, a credit or a drop that two people signed. */
export interface SlipLine {
  table: string;
  at_ms: number;
  number: number;
  kind: string;
  by: string;
  second: string;
  amount: number;
  chips: Record<string, number>;
  expected: number | null;
}

/** Number of times that a person gave a command, for themselves or for a player. */
export interface Deed {
  table: string;
  who: string;
  by: string;
  command: string;
  count: number;
}

/** The cumulative win after a round. */
export interface WinPoint {
  at_ms: number;
  rounds: number;
  win: number;
  expected: number | null;
  deviation: number | null;
}

/** A figure compared with the ledger. */
export interface Balance {
  what: string;
  reported: number;
  ledger: number;
}

/** A first decision of a round. Values are per unit of the main wager, off the top. */
export interface Drill {
  kinds: string[];
  cards: [number, number];
  up: number;
  values: Record<string, number>;
  free: string[];
  chance: number;
  hole: number | null;
}

/** A play of a chart at one square of the strategy charts. */
export interface ChartedPlay {
  chart: string;
  row: string;
  up: string;
  act: string;
}

/** A round of the shoe, with the counts after its last card. */
export interface CountedRound {
  cards: SeenCard[];
  cards_left: number;
  running: number;
  count: number;
  units: number;
}

/** The result of a round and its expectation, in cents. */
export interface RoundFigures {
  table: string;
  number: number;
  at_ms: number;
  staked: number;
  net: number;
  expected: number;
  variance: number;
}

/** One kind of wager, in cents. */
export interface OwnWager {
  wager: string;
  settled: number;
  staked: number;
  net: number;
  expected: number | null;
  deviation: number;
}

/** All decisions together. */
export interface Decided {
  count: number;
  right: number;
  cost: number;
  mistakes: Mistake[];
}

/** A player of an evening, in cents. */
export interface EveningPlayer {
  name: string;
  is_bot: boolean;
  chips: number;
  net: number;
  by_round: number[];
  luck: number | null;
  decisions: number;
  right: number;
  cost: number;
}

/** The largest win of one player in one round. */
export interface BiggestWin {
  player: string;
  round: number;
  net: number;
}

/** A shoe that is over, with the seed by which its commitment is checked. */
export interface EveningShoe {
  commitment: string;
  seed: string;
}

/** A line as auditors read it. */
export interface SecurityLine {
  n: number;
  at_ms: number;
  chain: string;
  what: string;
  outcome: string;
  who: string;
  address: string;
  text: string;
  times: number;
  since_ms: number;
}

/** A study that is shipped. */
export interface StudySummary {
  rulebook: string;
  count: string;
}

/** A count that a game can be studied by. */
export interface CountName {
  id: string;
  title: string;
}

/** Results of the best bets, in money; null if no bets win. */
export interface DeskFigures {
  edge: number;
  played: number;
  score: number;
  score_error: number;
  di: number;
  n0: number | null;
  wager: number | null;
  hour: number | null;
  hour_deviation: number | null;
  hour_worth: number | null;
  halved: number | null;
  doubled: number | null;
  ahead: number | null;
}

/** A count: the share of rounds that begin at it, what a wager gains there, the best bet. */
export interface DeskCount {
  count: number;
  share: number;
  ev: number;
  error: number;
  bet: number;
}

/** SCORE by penetration for one count: penetration, SCORE, its error. */
export interface DeskScores {
  count: string;
  title: string;
  points: [number, number, number][];
}

/** The correct cards of one hand. */
export type LaidHand = [box: number, hand: number, cards: number[]];

/** Chips or a lammer added to a hand for one bettor. */
export type Added = [player: string, chips: number[], free: number];

/** Net win or loss of a player on a wager. */
export interface Net {
  player: string;
  box: number;
  wager: string;
  amount: number;
}

/** An amount above zero that goes from one account to another. */
export interface Transfer {
  debit: string;
  credit: string;
  amount: number;
  reason: string;
}

/** A hand as a viewer sees it. */
export interface HandView {
  number: number;
  cards: Record<string, number>;
  total: string;
  how: string;
  is_sideways: boolean;
  is_removed: boolean;
  bets: Record<string, BetView>;
  results: Record<string, Record<string, ResultView>>;
}

/** The result of a wager. */
export interface ResultView {
  result: string;
  net: number;
  clause: string;
  pays: string;
  line: string;
}

/** A correction proposed by one person and pending until a second decides. */
export interface Proposal {
  by: string;
  player: string;
  amount: number;
  reason: string;
  number: number;
  round: number;
  box: number;
  hand: number;
  wager: string;
}

/** A posted change of options. */
export interface PostedNotice {
  by: string;
  changes: Record<string, string>;
  was: Record<string, string>;
  from_ms: number;
  clause: string;
}

/** The books of a table with physical chips; expected amounts are secret until the count. */
export interface FloatStatus {
  counted: string;
  waiting: Slip | null;
  is_count_due: boolean;
  values: number[];
}

/** An act that can be taken back now. */
export interface TakeBackOffer {
  what: string;
  who: string;
  roles: string[];
  needs_reason: boolean;
  to_deal: boolean;
}

/** A movement of chips, with the chips to pay out. */
export interface ChipTask {
  number: number;
  box: number;
  hand: number;
  player: string;
  wager: string;
  result: string;
  take: number;
  pay: number;
  back: number;
  clause: string;
  lammers: number;
  chips: Chips[];
  change: number;
}

/** A paying line of a side wager. */
export interface PayLine {
  category: string;
  pays: string;
  clause: string;
  example: LineExample | null;
}

/** A settlement with the cards, totals and rules behind it. */
export interface PaymentChain {
  box: number;
  hand: number;
  player: string;
  wager: string;
  cards: string;
  total: number;
  dealer: string;
  dealer_total: number;
  result: string;
  stake: string;
  pays: string;
  line: string;
  net: string;
  arithmetic: string;
  clause: string;
  clause_text: string;
  readings: DecidingOption[];
  options: DecidingOption[];
}

/** A card that left the shoe. */
export interface CardLeft {
  n: number;
  card: number;
  how: string;
  box: number;
  hand: number;
}

/** A field that a command needs, and the values it takes. */
export interface Field {
  name: string;
  kind: string;
  choices: string[];
  low: number;
  high: number;
  is_needed: boolean;
  default: number | null;
}

/** The figures of one kind of wager. */
export interface WagerFigures {
  wager: string;
  count: number;
  staked: number;
  paid: number;
  taken: number;
  win: number;
  hold: number | null;
  expected: number | null;
  deviation: number | null;
}

/** A card that came into sight. */
export interface SeenCard {
  card: number;
  box: number;
  hand: number;
  running: number;
}

/** A decision that another act would have bettered. */
export interface Mistake {
  table: string;
  round: number;
  at_ms: number;
  cards: number[];
  up: number;
  act: string;
  best: string;
  cost: number;
}

/** A bettor's wager on a hand. */
export interface BetView {
  stakes: number[];
  extra: number[];
  free: number;
}

/** A slip written by one person, to be signed by a second. */
export interface Slip {
  number: number;
  kind: string;
  by: string;
  amount: number;
  chips: Record<string, number>;
}

/** Chips of one value. */
export interface Chips {
  value: number;
  count: number;
}

/** Cards and wins that make a line pay, without those that the wager ignores. */
export interface LineExample {
  cards: number[];
  up: number;
  dealer: number[];
  wins: number;
}

/** An option or a reading behind a payment, with the value that the table has. */
export interface DecidingOption {
  name: string;
  value: string;
  text: string;
  clause: string;
  otherwise: OtherNet[];
}

/** The net of a wager under another value of an option. */
export interface OtherNet {
  value: string;
  net: string;
}
