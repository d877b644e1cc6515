import { answerLosses, requestLosses, type LossRule } from '../../src/wires/translation/losses.ts';
import type { MemberRule, MemberTable } from '../../src/wires/translation/field.ts';
import type { LossKind } from '../../src/wires/translation/parts.ts';
import type { WireId } from '../../src/wires/meter.ts';
import { wires } from '../../src/wires/wires.ts';

const classes: Readonly<Record<LossKind, string>> = {
  advisory: 'dropped',
  approximated: 'approximated',
  meaning: 'refused',
};

const all = Object.values(wires).flatMap(({ id, turn }) => (turn && id !== 'none' ? [{ id, turn }] : []));
const callers = all.flatMap(({ id, turn }) => (turn.memberTables ? [{ id, tables: turn.memberTables }] : []));
const targets = all.flatMap(({ id, turn }) => ('writeRequest' in turn ? [id] : []));

const code = (text: string): string => `\`${text}\``;
const listed = (words: readonly string[]): string => [...new Set(words)].join(', ');

type Row = readonly string[];

const table = (heads: Row, rows: readonly Row[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

const named = Object.entries<LossRule>(requestLosses);
const fields = [...new Set(named.map(([, { field }]) => field))];

const isEverywhere = ({ on }: LossRule): boolean => targets.every((wire) => on.some((one) => one === wire));
const rulesOf = (field: string, isWanted: (rule: LossRule) => boolean): readonly LossRule[] =>
  named.flatMap(([, rule]) => (rule.field === field && isWanted(rule) ? [rule] : []));

const wholeRows = named.map(([key, { field, kind, note, on }]): Row => [
  field,
  classes[kind],
  note,
  on.map(code).join(', '),
  code(key),
]);

const answerRows = Object.entries<LossRule>(answerLosses).map(([key, { field, kind, note, on }]): Row => [
  field,
  classes[kind],
  note,
  on.map(code).join(', '),
  code(key),
]);

/** A member that is in a reader's table. */
interface Member {
  readonly caller: WireId;
  readonly path: string;
  readonly rule: MemberRule;
}

const membersOf = (caller: WireId, { at, rules }: MemberTable): readonly Member[] =>
  Object.entries(rules).map(([name, rule]) => ({ caller, path: at === '' ? name : `${at}: ${name}`, rule }));

const members = callers.flatMap(({ id, tables }) => tables.flatMap((each) => membersOf(id, each)));

const unknownRows = callers.flatMap(({ id, tables }) =>
  tables.map(({ at, unknown }): Row => [code(id), at === '' ? 'the body' : at, classes[unknown]]),
);

const exceptionsOf = ({ unless = [], note }: MemberRule): string =>
  listed([...unless.map((value) => code(JSON.stringify(value))), ...(note === undefined ? [] : [note])]) || '-';

const memberRows = members.map(({ caller, path, rule }): Row => [
  code(caller),
  path,
  classes[rule.loss],
  exceptionsOf(rule),
  (rule.also ?? []).map(code).join(', ') || '-',
]);

const titles: Readonly<Partial<Record<WireId, string>>> = {
  'chat-completions': 'Chat Completions',
  completions: 'Text Completions',
  responses: 'Responses',
  messages: 'Messages',
  gemini: 'Gemini',
  converse: 'Converse (Bedrock)',
};

/** The formats that have a member. */
const homesOf = ({ caller, rule }: Member): readonly WireId[] => [caller, ...(rule.also ?? [])];

/**
 * What can happen to a field on its way into a format; a member of the same name, if no writer of the format handles the field
 * itself.
 */
function cellOf(field: string, wire: WireId): string {
  const rules = rulesOf(field, (rule) => !isEverywhere(rule) && rule.on.some((one) => one === wire));
  const lost = members.find((each) => code(each.path) === field && !homesOf(each).includes(wire));
  const when = named.find(([, rule]) => rule.field === field)?.[1].when;
  const found = rules.length > 0 || !lost ? rules : [{ kind: lost.rule.loss, when }];
  return listed(found.map((each) => [classes[each.kind], each.when].filter(Boolean).join(' '))) || 'same';
}

/** Members of one format that are treated alike, in one row; identical rows of several formats are merged. */
const groupsOf = (): readonly Row[] => {
  const isOwnRow = ({ path }: Member): boolean => fields.includes(code(path));
  const whole = members.filter((member) => !member.path.includes(':') && !isOwnRow(member));
  const keyOf = (member: Member): string =>
    JSON.stringify([member.caller, homesOf(member).toSorted(), member.rule.loss]);
  const callersOf = new Map<string, readonly WireId[]>();
  for (const group of Map.groupBy(whole, keyOf).values()) {
    const [first] = group as [Member];
    const cells = targets.map((wire) => (homesOf(first).includes(wire) ? 'same' : classes[first.rule.loss]));
    const key = JSON.stringify([listed(group.map(({ path }) => code(path))), ...cells]);
    callersOf.set(key, [...(callersOf.get(key) ?? []), first.caller]);
  }
  return [...callersOf].map(([key, wireIds]): Row => {
    const [sent, ...cells] = JSON.parse(key) as readonly [string, ...string[]];
    return [`${sent} of ${listed(wireIds.map((wire) => titles[wire] ?? wire))}`, ...cells];
  });
};

/** What can happen to each field on its way into each format. */
const writeWhatGoesWhere = (): string =>
  table(
    ['Sent', ...targets.map((wire) => `To ${titles[wire] ?? wire}`)],
    [
      ...fields.flatMap((field): readonly Row[] => {
        const cells = targets.map((wire) => cellOf(field, wire));
        return cells.every((cell) => cell === 'same') ? [] : [[field, ...cells]];
      }),
      ...groupsOf(),
    ],
  ) +
  `\nTo every other format:\n\n${table(
    ['Sent', 'is'],
    fields.flatMap((field): readonly Row[] => {
      const rules = rulesOf(field, isEverywhere);
      return rules.length === 0 ? [] : [[field, rules.map(({ kind, note }) => `${classes[kind]}: ${note}`).join(' ')]];
    }),
  )}`;

/** The reference of translation, from the code that reports what is lost. */
export const writeLosses = (): string => `# Translation: what is lost, where

Generated from the code by \`npm run generate\`. Every other field of a request is carried as it is. What is **refused** is 400 before anything is
sent, unless the caller, the key or the model accepts it (\`x-diglot-on-loss: warn\`, \`on_loss\`); then it is left out. What is **dropped** is named
in \`x-diglot-dropped\`, what is **approximated** in \`x-diglot-approximated\`; in a stream, in a comment before its last event.

## What goes where

${writeWhatGoesWhere()}
## Fields that have a counterpart

Reported where a request is written in the format of the fourth column.

${table(['field', 'is', 'because', 'in', 'name'], wholeRows)}
## Members that only some formats have

Nothing is lost at the values of the fourth column, at an empty list or object, and in the formats of the last column.

${table(['sent in', 'member', 'is', 'unless', 'same in'], memberRows)}
Members that are not in this table, nor carried:

${table(['sent in', 'in', 'are'], unknownRows)}
## Answers

${table(['part', 'is', 'because', 'for callers of', 'name'], answerRows)}`;
