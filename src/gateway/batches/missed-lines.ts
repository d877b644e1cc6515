import { echo } from '../../shared/echo.ts';

/** Lines that are told of one by one. */
const mostTold = 10;

/** Lines of results that are not charged, counted; the first ones by name. */
export interface MissedLines {
  readonly add: (line: string, why: string) => void;
  readonly count: () => number;
  /** `2 lines are not charged: "r1": There is no model …; "r7": …` */
  readonly words: () => string;
}

export function makeMissedLines(): MissedLines {
  const told: string[] = [];
  let count = 0;
  return {
    add: (line, why) => {
      count += 1;
      if (told.length < mostTold) told.push(`${echo(line)}: ${why}`);
    },
    count: () => count,
    words: () => {
      const more = count > told.length ? `; and ${count - told.length} more` : '';
      return `${count} ${count === 1 ? 'line is' : 'lines are'} not charged: ${told.join('; ')}${more}`;
    },
  };
}
