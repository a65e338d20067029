import { type Content, type Html, html } from '#server/http/html.ts';

import { table } from './docs-sections.ts';
import type { JsonSchema } from './json-schemas.ts';

type AnySchema = JsonSchema | boolean;

/**
 * Returns a table of an object’s fields, one row each; fields of nested objects follow as
 * `outer.inner`.
 */
export function schemaTable(schema: JsonSchema): Html {
  return table(['Field', 'Type', 'What it is'], listFields(schema, ''), 'schema');
}

function listFields(schema: JsonSchema, prefix: string): Content[][] {
  const all = Object.entries(schema.properties ?? {});
  // Where all fields are always present, as in responses, marking each as required would be noise.
  const required = schema.required?.length === all.length ? [] : (schema.required ?? []);
  return all.flatMap(([name, property]) => {
    if (typeof property !== 'object') return [];
    const isRequired = required.includes(name);
    const inner = objectIn(property);
    const row = [
      // Between the names, never within one.
      html`<code
        >${`${prefix}${name}`.split('.').map((part, at) => [at > 0 ? html`.<wbr />` : '', part])}</code
      >`,
      describeType(property),
      described(property, isRequired),
    ];
    return inner ? [row, ...listFields(inner, `${prefix}${name}.`)] : [row];
  });
}

/** Returns the object schema of a property, or of one of its alternatives. */
function objectIn(property: JsonSchema): JsonSchema | undefined {
  const options = property.anyOf ?? [property];
  return options
    .filter((one) => typeof one === 'object')
    .find((one) => one.properties !== undefined);
}

function describeType(schema: AnySchema): Html | string {
  if (typeof schema === 'boolean') return 'any';
  const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema.anyOf)
    return html`${schema.anyOf.map((one, index) => [index > 0 ? ' or ' : '', describeType(one)])}`;
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    return html`list of ${describeType(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function described(schema: JsonSchema, isRequired: boolean): string {
  const { title = '', description = '', maxLength, enum: values, items } = schema;
  const listed =
    values ?? (typeof items === 'object' && !Array.isArray(items) ? items.enum : undefined);
  const notes = [
    title && `${title}${isRequired && title ? ', required' : ''}.`,
    description,
    listed && `One of: ${listed.filter((value) => value !== '' && value !== null).join(', ')}.`,
    maxLength !== undefined && `At most ${maxLength.toLocaleString('en')} characters.`,
  ];
  return notes.filter(Boolean).join(' ');
}
