// oxlint-disable-next-line import/no-named-as-default -- its types have no named export
import qrcode from 'qrcode-generator';

import s from './qr-code.module.css';

/**
 * A text to scan. Black on white in both colour schemes, as scanners expect. `label`: its name for
 * screen readers.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size * size }, (_, at) => [Math.floor(at / size), at % size]);
  const path = places.map(([y = 0, x = 0]) => (code.isDark(y, x) ? `M${x} ${y}h1v1h-1z` : ''));
  return (
    <svg
      className={s.code}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not loaded
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  );
}
