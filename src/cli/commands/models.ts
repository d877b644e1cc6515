import { addControlOptions, type ControlOptions, formatTable, printControl } from '../with-control.ts';
import { dataOf, type Answers, type ControlClient } from '../control-client.ts';
import { type CliContext, CliFailure, type DefineCommand } from '../context.ts';

type Model = Answers['Model'];
type Target = Answers['Target'];

const columns = ['MODEL', 'PRODUCT', 'AT', 'FORMATS', 'FALLBACKS'] as const;

const cellsOf = ({ id, product_sku: sku, targets, fallbacks }: Model): readonly string[] => [
  id,
  sku,
  targets.map(({ provider }) => provider).join(', '),
  [...new Set(targets.flatMap(({ wires }) => wires))].join(', '),
  fallbacks.join(', '),
];

const listText = ({ data }: Answers['ModelList']): string =>
  data.length === 0 ? 'The catalogue has no models.\n' : formatTable(columns, data.map(cellsOf));

/** A model with the prices that are in force for it. */
interface Shown {
  readonly model: Model;
  readonly rates: readonly Answers['Rate'][];
  readonly tiers: readonly Answers['PriceTier'][];
}

/** @throws {CliFailure} for a name that the catalogue does not have, also not as one of a family */
async function findModel(client: ControlClient, name: string): Promise<Shown> {
  const [{ data: models }, { data: products }] = await Promise.all([
    dataOf(client.GET('/models')),
    dataOf(client.GET('/products')),
  ]);
  const isFamily = ({ id }: Model): boolean => id.endsWith('*') && name.startsWith(id.slice(0, -1));
  const model = models.find(({ id }) => id === name) ?? models.find(isFamily);
  if (!model) throw new CliFailure(`The catalogue has no model ${name}. \`diglot models list\` shows them.`);
  const product = products.find(({ sku }) => sku === model.product_sku);
  const { rates = [], tiers = [] } = product?.prices.find(({ in_force: live }) => live) ?? {};
  return { model, rates, tiers };
}

const samplingWords: Readonly<Record<Target['abilities']['sampling'], string>> = {
  free: 'temperature',
  one: 'temperature or top_p',
  refused: 'no temperature',
};

const abilityWords = (abilities: Target['abilities']): readonly (readonly [string, string])[] => {
  const can = (['images', 'documents', 'audio', 'search', 'code', 'schemas', 'strict_tools', 'prefill'] as const)
    .filter((name) => abilities[name])
    .map((name) => name.replace('_', ' '));
  const thinks =
    abilities.efforts.length === 0
      ? abilities.thinking
      : `${abilities.thinking}, effort ${abilities.efforts.join(', ')}`;
  return [
    [
      'Output',
      abilities.max_output_tokens === null ? 'limit unknown' : `at most ${abilities.max_output_tokens} tokens`,
    ],
    ['Can', can.length === 0 ? 'text alone' : can.join(', ')],
    ['Thinking', `${thinks}; off: ${abilities.thinking_off}`],
    [
      'Takes',
      [
        samplingWords[abilities.sampling],
        abilities.forced_tools ? 'forced tools' : 'no forced tools',
        abilities.system_in_middle ? 'system messages anywhere' : 'system messages at the start',
        abilities.limit_member,
      ].join(', '),
    ],
  ];
};

const rows = (facts: readonly (readonly [string, string])[], indent: string): string =>
  facts.map(([title, text]) => `${indent}${title.padEnd(10)}${text}\n`).join('');

const targetText = ({ provider, model, region, weight, wires, abilities }: Target): string =>
  `\nAt ${provider}${model === null ? '' : ` as ${model}`}, region ${region}, weight ${weight}\n` +
  rows(
    wires.length === 0 ? [['Formats', 'none for text']] : [['Formats', wires.join(', ')], ...abilityWords(abilities)],
    '  ',
  );

const rateText = ({ unit_kind: unit, credits, per }: Answers['Rate']): string =>
  `${credits} credits per ${per} ${unit}`;

/** The rates of a price, and those of its tiers that differ. */
function* priceLines({ rates, tiers }: Pick<Shown, 'rates' | 'tiers'>): Iterable<string> {
  for (const rate of rates) yield rateText(rate);
  const usual = new Set(rates.map(rateText));
  for (const { above, rates: others } of tiers)
    for (const text of others.map(rateText)) if (!usual.has(text)) yield `${text}, above ${above} input tokens`;
}

function showText({ model, ...price }: Shown): string {
  const { id, display_name: name, product_sku: sku, max_input_tokens: input, max_output_tokens: output } = model;
  const facts: readonly (readonly [string, string])[] = [
    ['Model', name === id ? id : `${id} (${name})${model.retired ? ', retired' : ''}`],
    ['Limits', `input ${input ?? 'not stated'}, output ${output ?? 'not stated'}`],
    ...(model.operations ? [['Serves', model.operations.join(', ')] as const] : []),
    ['Fallbacks', model.fallbacks.length === 0 ? 'none' : model.fallbacks.join(', ')],
    ['On loss', model.on_loss],
    ['Product', sku],
    ...Array.from(priceLines(price), (line) => ['', line] as const),
  ];
  return `${rows(facts, '')}${model.targets.map(targetText).join('')}`;
}

const show = (name: string, options: ControlOptions, context: CliContext): Promise<void> =>
  printControl({ options, context }, (client) => findModel(client, name), showText);

/** `diglot models list|show` */
export const defineModels: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('list').description('list the models of the catalogue')).action(
    run((options: ControlOptions) =>
      printControl({ options, context }, (client) => dataOf(client.GET('/models')), listText),
    ),
  );
  addControlOptions(
    command.command('show').description("show a model's prices and limits, and what it can do at each provider"),
  )
    .argument('<model>', 'name of the model, as callers write it')
    .action(run((name: string, options: ControlOptions) => show(name, options, context)));
};

const planColumns = ['PLAN', 'NAME', '>CREDITS A MONTH', 'PRODUCTS'] as const;

const plansText = ({ data }: Answers['PlanList']): string =>
  data.length === 0
    ? 'The catalogue has no plans.\n'
    : formatTable(
        planColumns,
        data.map((plan) => [plan.id, plan.name, plan.monthly_credits ?? 'no limit', plan.products.join(', ')]),
      );

/** `diglot plans list` */
export const definePlans: DefineCommand = (command, context, run) => {
  addControlOptions(command.command('list').description('list the plans of the catalogue')).action(
    run((options: ControlOptions) =>
      printControl({ options, context }, (client) => dataOf(client.GET('/plans')), plansText),
    ),
  );
};
