import { answerLosses, requestLosses, type LossRule } from '../../src/wires/translation/losses.ts';
import type { MemberRule, MemberTable } from '../../src/wires/translation/field.ts';
import type { LossKind } from '../../src/wires/translation/parts.ts';
import type { WireId } from '../../src/wires/wire.ts';
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

const cellOf = (field: string, wire: WireId): string =>
  listed(
    rulesOf(field, (rule) => !isEverywhere(rule) && rule.on.some((one) => one === wire)).map(
      ({ kind, when }) => `${classes[kind]}${when === undefined ? '' : ` ${when}`}`,
    ),
  ) || 'same';

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

/** A member that stands in a reader's table. */
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

/** Members that are treated alike, in one row. */
const groupsOf = (): readonly Row[] => {
  const groups = new Map<string, Member[]>();
  for (const member of members.filter(({ path }) => !path.includes(':'))) {
    const { caller, rule } = member;
    const key = JSON.stringify([[caller, ...(rule.also ?? [])].toSorted(), rule.loss]);
    groups.set(key, [...(groups.get(key) ?? []), member]);
  }
  return [...groups.values()].map((group): Row => {
    const [{ caller, rule }] = group as [Member];
    const same: readonly string[] = [caller, ...(rule.also ?? [])];
    return [
      listed(group.map(({ path }) => code(path))),
      ...targets.map((wire) => (same.includes(wire) ? 'same' : classes[rule.loss])),
    ];
  });
};

const titles: Readonly<Partial<Record<WireId, string>>> = {
  'chat-completions': 'To Chat Completions',
  responses: 'To Responses',
  messages: 'To Messages',
  gemini: 'To Gemini',
  converse: 'To Converse (Bedrock)',
};

/** What goes where: of each field what can happen to it on its way. */
export const writeWhatGoesWhere = (): string =>
  table(
    ['Sent', ...targets.map((wire) => titles[wire] ?? wire)],
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
