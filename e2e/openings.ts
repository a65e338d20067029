import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parseSync, Visitor } from 'vite';

const root = path.join(import.meta.dirname, '..');

/** The elements that are dialogs and menus; a short form is one if it says so. */
const elements = ['dialog', 'Dialog', 'ConfirmDialog', 'PopoverMenu'];

/**
 * Returns the names of the components of the portal that are a dialog or a menu, from the syntax
 * trees of `src`: those with such an element, or with a popover.
 */
export function listOpenings(): string[] {
  const files = globSync('src/**/*.tsx', { cwd: root }).filter((file) => !/\.test\./.test(file));
  return files.flatMap((file) => openingsOf(path.join(root, file))).toSorted();
}

function openingsOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const starts: number[] = [];
  new Visitor({
    JSXOpeningElement({ name, attributes, start }) {
      const element = name.type === 'JSXIdentifier' ? name.name : '';
      const hasAttribute = (attributeName: string) =>
        attributes.some(
          (attribute) =>
            attribute.type === 'JSXAttribute' &&
            attribute.name.type === 'JSXIdentifier' &&
            attribute.name.name === attributeName,
        );
      const isForm = element === 'ShortForm' && hasAttribute('dialog');
      if (elements.includes(element) || isForm || hasAttribute('popover')) starts.push(start);
    },
  }).visit(program);
  const found = program.body.flatMap((statement) => {
    const declared = 'declaration' in statement ? statement.declaration : statement;
    const isAround = starts.some((start) => start > statement.start && start < statement.end);
    if (!isAround || !declared) return [];
    if (declared.type === 'FunctionDeclaration') return declared.id?.name ?? [];
    if (declared.type !== 'VariableDeclaration') throw new Error(`What of ${file} is it?`);
    return declared.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
  });
  return [...new Set(found)];
}
