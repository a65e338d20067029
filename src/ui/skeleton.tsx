import s from './skeleton.module.css';

/** A quiet block in place of what still loads, as high as that will be (CSS lengths). A table draws its own loading rows. */
export function Skeleton({ height = '20px', width = '100%' }: { height?: string; width?: string }) {
  return <div className={s.block} style={{ height, width }} aria-hidden />;
}

/** Lines of text that still load, of 20 px each and uneven length. */
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
