import type { Catalogue } from '../text.ts';
import { common } from './common.ts';
import { credits } from './credits.ts';
import { keys } from './keys.ts';
import { operator } from './operator.ts';
import { overview } from './overview.ts';
import { people } from './people.ts';
import { usage } from './usage.ts';

/** All texts of the console in German. */
export const german: Catalogue = { ...common, ...overview, ...keys, ...usage, ...credits, ...people, ...operator };
