import { credits } from './credits.ts';
import { frame } from './frame.ts';
import { keys } from './keys.ts';
import { operator } from './operator.ts';
import { overview } from './overview.ts';
import { people } from './people.ts';
import { usage } from './usage.ts';

/** All texts of the console in English: their keys are the keys of every language. */
export const english = { ...frame, ...overview, ...keys, ...usage, ...credits, ...people, ...operator };
