import type { ReactNode } from 'react';

/** Strokes on a grid of 24, drawn for this console. */
const strokes = {
  overview: <path d="M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z" />,
  keys: <path d="M14.5 9.5a4.5 4.5 0 1 0-2.6 4.1L13 15h2v2h2v2h3v-3l-5.6-5.6a4.5 4.5 0 0 0 .1-.9zM8.5 8.5h.01" />,
  usage: <path d="M4 20V10M10 20V4M16 20v-7M21 20H3" />,
  credits: (
    <path d="M4 7c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 7v5c0 1.7 3.6 3 8 3s8-1.3 8-3V7M4 12v5c0 1.7 3.6 3 8 3s8-1.3 8-3v-5" />
  ),
  models: <path d="M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />,
  connect: <path d="M9 7V3M15 7V3M7 7h10v4a5 5 0 0 1-10 0zM12 16v5" />,
  members: (
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5a6 6 0 0 1 3 5.5" />
  ),
  workspaces: <path d="M4 20V6l7-3v17M11 9l9 3v8M3 20h18M7 9v.01M7 13v.01M15 15v.01" />,
  catalogue: <path d="M4 5h16v4H4zM4 11h16v4H4zM4 17h16v3H4zM7 7h.01M7 13h.01" />,
  system: <path d="M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01M12 8h4M12 16h4" />,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.9-4.9" />,
  copy: <path d="M9 9h11v11H9zM5 15H4V4h11v1" />,
  check: <path d="M5 12.5l4.5 4.5L19 7" />,
  circle: <path d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z" />,
  cross: <path d="M6 6l12 12M18 6L6 18" />,
  warning: <path d="M12 4l9 16H3zM12 10v4M12 17h.01" />,
  dots: <path d="M6 12h.01M12 12h.01M18 12h.01" />,
  sun: (
    <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4" />
  ),
  moon: <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z" />,
  auto: <path d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 4v16M15 6v12M18 8.5v7" />,
  person: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20a7 7 0 0 1 14 0" />,
  right: <path d="M9 6l6 6-6 6" />,
  up: <path d="M12 19V5M6 11l6-6 6 6" />,
  down: <path d="M12 5v14M6 13l6 6 6-6" />,
  download: <path d="M12 4v11M7 11l5 5 5-5M4 20h16" />,
  pause: <path d="M8 5v14M16 5v14" />,
  play: <path d="M7 5l12 7-12 7z" />,
  external: <path d="M14 4h6v6M20 4l-9 9M17 14v6H4V7h6" />,
} satisfies Readonly<Record<string, ReactNode>>;

export type IconName = keyof typeof strokes;

/** A decorative picture: a word beside it says the same. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactNode => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'dots' ? 3 : 1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {strokes[name]}
  </svg>
);
