import { type ComponentProps, createElement } from 'react';

/** The elements of an icon of lucide-react, whose shapes are drawn in a square of 24 pixels. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

const drawing = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Returns the component of an icon. In the built portal it takes the place of lucide-react’s own
 * function (vite.config.ts), whose settings of colour, size and context the portal does not use.
 */
export default function createIcon({ node }: IconData) {
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      { ...drawing, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
