import type { Plan } from '../catalog/catalog.ts';
import { formatCredits } from '../shared/money.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';

/** `GET /plans` */
export const listPlans: ConsoleHandler<'listPlans'> =
  ({ catalog }) =>
  async (call) => {
    const data = [...catalog().plans.values()].map(writePlan);
    answer(call, 200, { object: 'list', data } satisfies Answers['PlanList']);
  };

const writePlan = (plan: Plan): Answers['Plan'] => ({
  object: 'plan',
  id: plan.id,
  name: plan.name,
  products: [...plan.products],
  monthly_credits: plan.monthlyCredits === null ? null : formatCredits(plan.monthlyCredits),
  hold_factor: String(plan.holdFactorPermille / 1000),
});
