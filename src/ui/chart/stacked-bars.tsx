import s from './stacked-bars.module.css';

/** A part of every bar. */
interface Series {
  readonly name: string;
  /** How strongly the part is drawn. */
  readonly weight: 'strong' | 'medium' | 'light';
}

interface StackedBarsProps {
  /** The figures of the chart in words, for screen readers. */
  label: string;
  series: readonly Series[];
  /** The values of each bar, in the order of the series, from the bottom up. */
  bars: readonly (readonly number[])[];
}

const [width, height] = [260, 96];

/** A chart of bars with parts. Its values also have to be available as a table. */
export function StackedBars({ label, series, bars }: StackedBarsProps) {
  const sums = bars.map((values) => values.reduce((sum, value) => sum + value, 0));
  const max = Math.max(1, ...sums);
  const step = width / Math.max(1, bars.length);
  return (
    <figure>
      <p className="visually-hidden">{label}</p>
      <svg className={s.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {bars.map((values, at) => (
          <g key={at}>
            {values.map((value, part) => {
              const below = values.slice(0, part).reduce((sum, each) => sum + each, 0);
              const size = (value / max) * (height - 2);
              return (
                <rect
                  key={part}
                  data-weight={series[part]?.weight}
                  x={at * step + step * 0.2}
                  y={height - 1 - (below / max) * (height - 2) - size}
                  width={step * 0.6}
                  height={size}
                />
              );
            })}
          </g>
        ))}
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
      </svg>
      <figcaption className={`${s.legend} soft small`}>
        {series.map(({ name, weight }) => (
          <span key={name}>
            <span className={s.key} data-weight={weight} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
