/** The rules of a game as its pages hold them. */
export interface Part {
  title: string;
  /** Number and text of each rule. */
  rules: [string, string][];
  /** A name that the game knows a picture by; it stands beside the rules, or under them if it is wide. */
  picture?: string;
  wide?: boolean;
  caption?: string;
}

export interface Rules {
  title: string;
  lead: string;
  parts: Part[];
}
