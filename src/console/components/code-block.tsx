import type { ReactNode } from 'react';
import { CopyIcon } from './copy.tsx';
import styles from './components.module.css';

interface CodeProps {
  readonly code: string;
  /** What it is, such as the name of the file that it goes into. */
  readonly title: string;
}

/** A piece of code that can be copied as a whole. */
export const CodeBlock = ({ code, title }: CodeProps): ReactNode => (
  <div className={styles['code']}>
    <div className={styles['codeHead']}>
      <span>{title}</span>
      <CopyIcon text={code} what={title} />
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <pre tabIndex={0} aria-label={title}>
      {code}
    </pre>
  </div>
);
