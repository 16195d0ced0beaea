/** What the view offers to the seat at turn. */
import type { StringsView } from '../../generated/strings';

type Choices = NonNullable<StringsView['choices']>;
type Offer<T extends Choices['type']> = Extract<Choices, { type: T }>;

/** The choices of a phase; null in any other, and for who is not at turn. */
export function offered<T extends Choices['type']>(view: StringsView, type: T): Offer<T> | null {
  return view.choices?.type === type ? (view.choices as Offer<T>) : null;
}
