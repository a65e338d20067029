import s from './skeleton.module.css';

/**
 * A placeholder for loading content, of the content's height and width (CSS lengths). A table
 * renders its own loading rows.
 */
export function Skeleton({ height = '20px', width = '100%' }: { height?: string; width?: string }) {
  return <div className={s.block} style={{ height, width }} aria-hidden />;
}

/** Placeholders for lines of text, 20 px high and of different widths. */
export function SkeletonLines({ lines }: { lines: number }) {
  const widths = ['60%', '80%', '45%', '70%'] as const;
  return (
    <div className={s.lines} aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={s.line} style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}
