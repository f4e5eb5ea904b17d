import { encode } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  /** Content in words, for screen readers. */
  readonly label: string;
}

/** Modules of white around the code, as ISO/IEC 18004 asks for. */
const QUIET = 4;

/** A QR code as one path, dark on white in every theme: readers do not find inverted codes. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
