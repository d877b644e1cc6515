import type { Model, OperationFamily, Plan, Scope } from '../../../generated/console/types.ts';

/** What decides which models can be called besides the catalogue. */
interface Terms {
  /** The plan of the workspace; absent: it has none. */
  readonly plan?: Pick<Plan, 'products'> | undefined;
  /** The scope of the key; absent: it is not known which key will call. */
  readonly scope?: Scope;
}

/** Operations with which every text model can be called: where its own format is another one, calls are translated. */
const conversations: readonly OperationFamily[] = ['chat', 'messages', 'responses'];

const isPattern = (id: string): boolean => id.endsWith('*');

/** Whether a name is in a list of names and beginnings such as `gpt-*`. No list allows all. */
export const allows = (patterns: readonly string[] | null | undefined, name: string): boolean =>
  patterns?.some((each) => (isPattern(each) ? name.startsWith(each.slice(0, -1)) : name === each)) ?? true;

/** The first model with which an example works as it stands: a text model that the terms include, and that can be called now. */
export function usableModel(models: readonly Model[], { plan, scope }: Terms): string | undefined {
  const operations = scope?.operations ?? conversations;
  if (!conversations.some((each) => operations.includes(each))) return undefined;
  const usable = models.filter(
    ({ product_sku: sku, targets, ...model }) =>
      !(model.retired || model.unpriced || model.unreachable) &&
      allows(plan?.products, sku) &&
      allows(scope?.products, sku) &&
      targets.some(({ wires, region }) => wires.length > 0 && (scope?.regions?.includes(region) ?? true)),
  );
  const isServed = (name: string): boolean => !isPattern(name) && usable.some(({ id }) => allows([id], name));
  const own = usable.find(({ id }) => !isPattern(id) && allows(scope?.models, id));
  return own?.id ?? scope?.models?.find(isServed);
}
