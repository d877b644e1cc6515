import type { TryCall, TryRow } from './try-call.ts';
import { audioCalls } from './try-calls-audio.ts';
import { specBCalls } from './try-calls-b.ts';
import { chatCalls } from './try-calls-chat.ts';
import { fileCalls } from './try-calls-files.ts';

/** What tells Spec B from Spec A where both have a path. */
export const specBHeaders = { 'anthropic-version': '2023-06-01' } as const;

/** All calls, in turn. What one makes a later one deletes; only images the drive forgets by itself. */
export const tryCalls = (model: string): readonly TryCall[] => {
  const rows: readonly TryRow[] = [...chatCalls(model), ...audioCalls, ...fileCalls(model)];
  return [
    ...rows.map((row): TryCall => ({ ...row, spec: 'a' })),
    ...specBCalls(model).map((row): TryCall => ({ ...row, spec: 'b', headers: () => specBHeaders })),
  ];
};
