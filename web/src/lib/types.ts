/** The server's types under the page's names. They are generated: `python hatch_build.py types`. */
import type { components } from '../generated/rest';
import type { ErrorInfo, SeatInfo, TableInfo, Text, Translated } from '../generated/server';

export type {
  ChatLine,
  Entry,
  LegalAction,
  Note,
  Result,
  SeatClock,
  Text,
  View,
  ViewMessage,
} from '../generated/server';

type Schemas = components['schemas'];
export type GameInfo = Schemas['GameInfo'];
export type Course = Schemas['CourseInfo'];
export type LessonStep = Schemas['StepInfo'];
export type LessonPosition = Schemas['LessonPosition'];
export type ReviewInfo = Schemas['ReviewInfo'];
export type Report = NonNullable<ReviewInfo['report']>;
export type Decision = Report['decisions'][number];
export type Sum = Report['sums'][number];
export type Amount = Decision['loss'];
export type Hint = Schemas['Hint'];
export type OptionInfo = Schemas['OptionInfo'];
export type Me = Schemas['Me'];
export type Deal = Schemas['DealInfo'];
export type DailyResults = Schemas['DailyResults'];
export type Person = Schemas['PersonInfo'];
export type PersonRating = Schemas['RatingInfo'];
export type PersonGames = Schemas['ResultList'];
export type PersonGame = Schemas['ResultInfo'];
export type PersonStatistics = Schemas['GameStatistics'];
export type Leaderboard = Schemas['Board'];
export type Standing = Schemas['Standing'];
export type Account = Schemas['AccountInfo'];
export type SeatRequest = Schemas['SeatRequest'];
export type NewTable = Schemas['NewTable'];
export type Search = Schemas['SearchInfo'];
export type Wanted = Schemas['Wanted'];
export type Followed = Schemas['FollowInfo'];
export type Relation = Schemas['RelationInfo'];
export type OptionValues = TableInfo['options'];
export type Facts = Text['facts'];
export type Language = keyof Translated;

/** Why something was refused; the page has refusals of its own, which it renders by their codes. */
export type Fault = Pick<ErrorInfo, 'code' | 'facts'> & Partial<ErrorInfo>;

export interface Seat extends SeatInfo {
  /** Added by `told`: one of several seats that this browser plays. */
  shared?: boolean;
}

/** The clock and the rule for absent players that a table has chosen; what is usual may be left out. */
export type Clock = NonNullable<Schemas['TableInfo']['clock']>;
export type Absence = Schemas['TableInfo']['absence'];

export interface Table extends Omit<TableInfo, 'clock' | 'absence'> {
  seats: Seat[];
  clock: Clock | null;
  absence: Absence;
}
