import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Figure, isWithin, quantile, ratio } from './figure.ts';
import { machine } from './machine.ts';

/** Returns the names to measure: those requested, or all. Exits with 2 if a name is unknown. */
export function requireKnown(
  requested: readonly string[],
  known: readonly string[],
): readonly string[] {
  const unknown = requested.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Choose from ${known.join(', ')}.`);
    process.exit(2);
  }
  return requested.length > 0 ? requested : known;
}

/** Saves all samples, prints the table and exits: with 1 if a figure is over its bar or missing. */
export function conclude(figures: readonly Figure[]): never {
  const folder = path.join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const name = `${new Date().toISOString().replaceAll(':', '-')}.json`;
  const content = JSON.stringify({ machine: machine(), figures }, undefined, 2);
  writeFileSync(path.join(folder, name), content);
  console.log(`\n${machine()}\n\n${table(figures)}`);
  // Not process.exitCode alone: the exit hook of the embedded PostgreSQL would exit with 0.
  process.exit(process.exitCode ?? (figures.every(isWithin) ? 0 : 1));
}

/**
 * Returns the figures as a Markdown table: the reported quantile, then the minimum and maximum
 * sample.
 */
export function table(figures: readonly Figure[]): string {
  const header = ['figure', 'unit', 'product', 'floor', 'ratio', 'bar', 'result'];
  const rows = figures.map((figure) => [
    figure.name,
    figure.unit,
    spread(figure.product, figure.quantile),
    spread(figure.floor, figure.quantile),
    quantile(figure.floor, figure.quantile) === 0 ? '' : ratio(figure).toFixed(2),
    barText(figure),
    figure.bar === undefined ? '' : isWithin(figure) ? 'within' : 'over',
  ]);
  const widths = header.map((cell, at) =>
    Math.max(...[header, ...rows].map((row) => row[at]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}

function spread(samples: readonly number[], share: number): string {
  const min = short(Math.min(...samples));
  const max = short(Math.max(...samples));
  const value = short(quantile(samples, share));
  return min === max ? value : `${value} (${min} to ${max})`;
}

function barText({ bar }: Figure): string {
  if (bar === undefined) return '';
  const [word, limit] = 'max' in bar ? ['at most', bar.max] : ['at least', bar.min];
  return bar.of === 'ratio' ? `${word} ${limit} ×` : `${word} ${limit}`;
}

/** Formats small values with three digits, large ones as integers. */
function short(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
