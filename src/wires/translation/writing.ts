import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import type { TargetProfile, Turn } from '../turn.ts';
import type { LossList } from './loss-list.ts';
import type { Extra } from './parts.ts';

/** What the writers of a request's pieces have in common. */
export interface Writing {
  readonly turn: Turn;
  readonly target: TargetProfile;
  readonly losses: LossList;
}

/** An object that is being written. Members that are undefined are left out. */
export type Members = { readonly [name: string]: Writable };

/** Members that go out as they came. */
export const rawMembers = (extras: readonly Extra[]): Members =>
  Object.fromEntries(extras.map(({ name, raw }) => [name, new RawJson(raw)]));
