/** What a person chose on this device: language, theme, motion, sound, confirming. */
import { api } from './api';
import type { Catalogue } from './text';
import { fill, render, sentence } from './text';
import type { Facts, Fault, Language, Text } from './types';

const THEMES = ['auto', 'light', 'dark'] as const;
const MOTIONS = ['auto', 'full', 'none'] as const;
type Theme = (typeof THEMES)[number];
type Motion = (typeof MOTIONS)[number];
const isOne = <T>(value: unknown, of: readonly T[]): value is T => of.includes(value as T);

const KEY = 'branchline.settings';
const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../words/en'),
  ru: () => import('../words/ru'),
};
/** Words that come when they are needed, by folder and language: a game's (the server's, and those of its board), those of notices and of people. */
const GAMES = {
  ...import.meta.glob<Catalogue>('../../../src/branchline/games/*/api/words/*.json', { import: 'default' }),
  ...import.meta.glob<Catalogue>('../../../src/branchline/review/words/*.json', { import: 'default' }),
  ...import.meta.glob<Catalogue>('../games/*/words/*.json', { import: 'default' }),
  ...import.meta.glob<Catalogue>('../notices/words/*.json', { import: 'default' }),
  ...import.meta.glob<Catalogue>('../words/*/*.json', { import: 'default' }),
};
const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

const union = (...lists: string[]) => [...new Set(lists.join(' ').split(' ').filter(Boolean))].join(' ');

class Settings {
  language = $state<Language>('en');
  theme = $state<Theme>('auto');
  motion = $state<Motion>('auto');
  sound = $state(false);
  /** How loud, from 0 to 100. */
  volume = $state(60);
  /** Whether sounds were offered already. */
  offered = $state(false);
  confirm = $state(true);
  /** Taking a card is confirmed too. */
  confirmCards = $state(false);
  /** What was learned in lessons, separated by spaces: `game/part/step`. */
  learned = $state('');
  /** The catalogue of the language that is shown; empty until it has come. */
  words = $state.raw<Catalogue>({});
  /** The language of that catalogue: words change at once, never half. */
  shown = $state<Language>('en');
  private systemDark = $state(dark.matches);
  private systemStill = $state(still.matches);
  readonly isDark = $derived(this.theme === 'dark' || (this.theme === 'auto' && this.systemDark));
  readonly isStill = $derived(this.motion === 'none' || (this.motion === 'auto' && this.systemStill));

  private games = new Map<string, Promise<void>>();
  private loads = 0;
  private newest: Promise<void> = Promise.resolve();

  constructor() {
    this.language = navigator.languages?.some((name) => /^(ru|be|uk|kk)\b/i.test(name)) ? 'ru' : 'en';
    try {
      this.take(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    } catch {
      // a browser that keeps nothing, or keeps rubbish: the defaults are fine
    }
    dark.addEventListener('change', () => (this.systemDark = dark.matches));
    still.addEventListener('change', () => (this.systemStill = still.matches));
  }

  /** Takes over what was kept, here or with an account; what makes no sense is left as it is. */
  take(kept: Record<string, unknown>): void {
    if (kept.language === 'en' || kept.language === 'ru') this.language = kept.language;
    if (isOne(kept.theme, THEMES)) this.theme = kept.theme;
    if (isOne(kept.motion, MOTIONS)) this.motion = kept.motion;
    if (typeof kept.sound === 'boolean') this.sound = kept.sound;
    if (typeof kept.volume === 'number') this.volume = Math.min(100, Math.max(0, kept.volume));
    if (typeof kept.offered === 'boolean') this.offered = kept.offered;
    if (typeof kept.confirm === 'boolean') this.confirm = kept.confirm;
    if (typeof kept.confirmCards === 'boolean') this.confirmCards = kept.confirmCards;
    // What was learned here and elsewhere: nobody unlearns by signing in.
    if (typeof kept.learned === 'string') this.learned = union(this.learned, kept.learned);
  }

  values() {
    const { language, theme, motion, sound, volume, offered, confirm, confirmCards, learned } = this;
    return { language, theme, motion, sound, volume, offered, confirm, confirmCards, learned };
  }

  learn(what: string): void {
    this.learned = union(this.learned, what);
  }

  load(): Promise<void> {
    this.newest = this.fetch(++this.loads);
    return this.newest;
  }

  private async fetch(number: number): Promise<void> {
    const language = this.language;
    const games = [...this.games.keys()].map((folder) => wordsOf(folder, language));
    const [base, ...more] = await Promise.all([LOADERS[language](), ...games]);
    // A later load knows more games: whoever is slower must not take their words away.
    if (number !== this.loads) return this.newest;
    if (language !== this.language) return;
    this.words = Object.assign({}, ...more, base.default);
    this.shown = language;
  }

  /** Loads a game's words, in this language and in those chosen later. */
  need(folder: string): Promise<void> {
    if (!folder) return Promise.resolve();
    let loaded = this.games.get(folder);
    if (!loaded) {
      // Known before it is loaded: `load` takes the words of all known games.
      this.games.set(folder, Promise.resolve());
      loaded = this.load().catch((error) => {
        this.games.delete(folder);
        throw error;
      });
      this.games.set(folder, loaded);
    }
    return loaded;
  }

  keep(): void {
    const values = JSON.stringify(this.values());
    try {
      localStorage.setItem(KEY, values);
    } catch {
      // not kept: it holds for this visit
    }
  }
}

/** A game's words: bundled with the page, or from the server for a game that the page was built without. */
async function wordsOf(folder: string, language: Language): Promise<Catalogue> {
  const paths = Object.keys(GAMES).filter((path) => path.includes(`/${folder}/`));
  if (!paths.length) return api.words(language);
  const files = await Promise.all(
    paths.filter((path) => path.endsWith(`/${language}.json`)).map((path) => GAMES[path]()),
  );
  return Object.assign({}, ...files);
}

export const settings = new Settings();

/** A text of the page or of a game by its code. */
export function say(code: string, facts: Facts = {}): string {
  return render({ code, facts }, settings.shown, settings.words);
}

export function tell(text: Text): string {
  return render(text, settings.shown, settings.words);
}

/** A refusal rendered from the page's catalogue, or as the server rendered it. */
export function explain(fault: Fault): string {
  const template = settings.words[fault.code];
  if (template !== undefined) return sentence(fill(template, fault.facts ?? {}, settings.shown, settings.words));
  return sentence(fault.text?.[settings.shown] ?? fault.text?.en ?? fault.code);
}
