import { encode } from 'uqr';
import type { ReactNode } from 'react';
import styles from './components.module.css';

interface QrCodeProps {
  readonly text: string;
  /** What it is, for people who do not see it. */
  readonly label: string;
}

/** A QR code, dark on light in both themes: not every camera reads it the other way round. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles['qr']} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
