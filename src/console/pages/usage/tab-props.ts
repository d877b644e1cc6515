import type { UsageSearch, View } from './usage-search.ts';

/** What a tab needs of the address, and how it changes it. */
export interface TabProps {
  readonly search: UsageSearch;
  readonly view: View;
  /** Changes what the address says; a value that is undefined goes. */
  readonly change: (change: UsageSearch) => void;
}
