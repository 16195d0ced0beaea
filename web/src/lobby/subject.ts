/** Somebody about whom something can be done. */
export interface Subject {
  name: string;
  /** Whether it is an account's name. */
  member: boolean;
  table?: string;
  seat?: number | null;
  line?: number | null;
  /** The seat of whoever said the line. */
  speaker?: number | null;
}
