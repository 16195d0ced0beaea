/** The rules page as data: parts with numbered rules, and a picture beside some. */
export interface Part {
  title: string;
  rules: [string, string][];
  picture?: 'merger' | 'veto';
  caption?: string;
}

export interface Rules {
  title: string;
  lead: string;
  parts: Part[];
}
