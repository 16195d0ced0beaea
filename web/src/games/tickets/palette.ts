/** How free routes look: a colour with its pattern for each, equally loud on light and on dark land. */
import type { MapFile } from './map';

export type Colour = MapFile['routes'][number]['colour'];
export type Theme = 'light' | 'dark';
export interface Paint {
  fill: string;
  /** The edge of a slot and its pattern, */
  line: string;
  /** unless the pattern has a colour of its own. */
  mark?: string;
}

/** The land that routes lie on, as `styles/tokens.css` has it. */
export const LAND: Record<Theme, string> = { light: '#fbf7ec', dark: '#2b3038' };

const paints = (colours: Record<string, [fill: string, line: string, mark?: string]>) =>
  Object.fromEntries(Object.entries(colours).map(([name, [fill, line, mark]]) => [name, { fill, line, mark }]));

export const PALETTE: Record<Theme, Record<string, Paint>> = {
  light: paints({
    red: ['#f0cfc6', '#b8392c'],
    orange: ['#f3d9bf', '#bb5c14'],
    yellow: ['#f3e6b9', '#94700b'],
    green: ['#cfe0cd', '#357446'],
    blue: ['#c9dbe9', '#2b639f'],
    pink: ['#efd3e2', '#ab4f88'],
    black: ['#fbf7ec', '#26292e'],
    white: ['#ffffff', '#6e685b'],
    gray: ['#ece5d6', '#8d8575'],
  }),
  dark: paints({
    red: ['#60312b', '#f36e5c'],
    orange: ['#553820', '#da8139'],
    yellow: ['#493d1c', '#b7922c'],
    green: ['#234532', '#50a876'],
    blue: ['#254158', '#599dd4'],
    pink: ['#57334a', '#d975b5'],
    black: ['#2b3038', '#a6a297', '#000000'],
    white: ['#50545b', '#cdc9bf'],
    gray: ['#363c45', '#7c7d7b'],
  }),
};
