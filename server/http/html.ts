/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The contents that a template accepts. */
export type Content = Html | string | number | readonly Content[];

/** Returns HTML in which every inserted value is escaped, unless the value is {@link Html}. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    parts.reduce((all, part, index) => all + written(contents[index - 1] ?? '') + part),
  );
}

function written(content: Content): string {
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(written).join('');
  return String(content).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
