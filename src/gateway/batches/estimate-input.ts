import type { OperationFacts } from '../../../generated/operation-facts.ts';
import { estimateHold } from '../../metering/estimate-hold.ts';
import type { Undertaking } from '../../metering/hold.ts';
import type { Route } from '../../routing/route.ts';
import type { Usage } from '../../shared/usage.ts';
import { mostInput, mostOutput, mostToolUses } from '../hold-estimate.ts';
import { mostSeconds } from '../sound/sound-seconds.ts';
import { toolUsage, usableOf } from '../usable-units.ts';
import { noContents, type BatchInput, type InputOfModel } from './batch-input.ts';

/**
 * The most that a batch can cost: for each model what its lines ask for. No text has more tokens than bytes. Lines that
 * could not be read are reckoned at the dearest model of the file.
 *
 * @param routes by the model's name in the file
 * @param dialect of the endpoint that the batch is for; null where it is not known
 */
export function estimateInput(
  { models, unread }: BatchInput,
  routes: ReadonlyMap<string, Route>,
  dialect: OperationFacts['dialect'] | null,
): Undertaking['parts'] {
  const partOf = (route: Route, sums: InputOfModel) => ({
    route,
    estimate: { ...usableOf(usageOf(sums, route), dialect), ...toolsOf(sums, route) },
  });
  const parts = [...models].flatMap(([name, sums]) => {
    const route = routes.get(name);
    return route === undefined ? [] : [partOf(route, sums)];
  });
  if (unread.lines === 0) return parts;
  const { lines, bytes } = unread;
  // What they hold is not known: each may fill all that the model reads.
  const contents = { ...noContents, documents: lines };
  const unreadSums = { lines, bytes, answers: lines, output: 0, open: lines, contents };
  const candidates = [...routes.values()].map((route) => partOf(route, unreadSums));
  const [first, ...others] = candidates;
  if (first === undefined) return parts;
  return [...parts, others.reduce((dearest, each) => (mostOf(each) > mostOf(dearest) ? each : dearest), first)];
}

const toolsOf = ({ contents }: InputOfModel, { model }: Route): Usage =>
  contents ? toolUsage(contents.toolRequests * mostToolUses(contents, model)) : {};

function usageOf({ lines, bytes, answers, output, open, contents }: InputOfModel, { model }: Route): Usage {
  const most = mostOutput(model);
  const beyond = contents === undefined ? 0 : contents.budget + contents.exceeding * model.most.reasoning;
  const limit = model.maxOutputTokens ?? Number.MAX_SAFE_INTEGER;
  return {
    input_tokens: contents
      ? mostInput({ ...contents, bytes, requests: lines }, model)
      : Math.min(bytes, (model.maxInputTokens ?? bytes) * lines),
    output_tokens: Math.min(output + beyond + open * most, answers * limit),
    characters: bytes,
    audio_seconds: mostSeconds(bytes),
    images: answers,
    requests: lines,
  };
}

const mostOf = ({ route, estimate }: Undertaking['parts'][number]): bigint =>
  estimateHold(estimate, route.price, 1_000);
