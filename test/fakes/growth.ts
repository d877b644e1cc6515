function costOf(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** Growth from which work counts as quadratic: linear work on more memory than the processor's caches comes to 3 at times. */
export const quadratic = 3.5;

const fewTurns = 4;
const mostTurns = 15;

/**
 * How many times the work grows when its size doubles: about 2 if it is linear, about 4 if it is quadratic. It is measured over
 * three doublings: eight times the small work against the large one once, so that both run about as long if it is linear. They run
 * in turns, and the quickest run of each counts. While the ratio is high more turns are run, because another process may have had
 * the processor: only work that really grows stays high.
 *
 * @param prepare makes what the work needs, which is not measured
 */
export function growthOf<T>(size: number, prepare: (size: number) => T, work: (prepared: T) => unknown): number {
  const [small, large] = [prepare(size), prepare(8 * size)];
  const workEightTimes = (): void => {
    for (let time = 0; time < 8; time += 1) work(small);
  };
  workEightTimes();
  let least = Infinity;
  let most = Infinity;
  for (let turn = 0; turn < fewTurns || (turn < mostTurns && most > least * 2); turn += 1) {
    least = Math.min(least, costOf(workEightTimes));
    most = Math.min(
      most,
      costOf(() => work(large)),
    );
  }
  return 2 * Math.cbrt(most / least);
}
