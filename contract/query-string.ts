import * as z from 'zod/mini';

/** The schema of an endpoint's query. */
export type QuerySchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;

/**
 * Returns a query from parameters that anyone may have typed. An invalid parameter counts as
 * absent, so that the others still apply.
 */
export function parseQuery<S extends QuerySchema>(schema: S, params: URLSearchParams): z.output<S> {
  const valid = Object.entries(schema.shape).flatMap(([name, parameter]) => {
    const input = toInput(params, name);
    return z.safeParse(parameter, input).success ? [[name, input] as const] : [];
  });
  return z.parse(schema, Object.fromEntries(valid));
}

/** Returns the names of the parameters that a schema does not have, or whose value is invalid. */
export function invalidParameters(schema: QuerySchema, params: URLSearchParams): string[] {
  return [...new Set(params.keys())].filter(
    (name) => !Object.hasOwn(schema.shape, name) || isInvalid(schema, params, name),
  );
}

/** Returns whether a parameter that a schema has is invalid. */
export function isInvalid(schema: QuerySchema, params: URLSearchParams, name: string): boolean {
  const parameter = schema.shape[name];
  return parameter !== undefined && !z.safeParse(parameter, toInput(params, name)).success;
}

/** Returns the value of a parameter, or all of them; undefined if it is absent. */
function toInput(params: URLSearchParams, name: string): string | string[] | undefined {
  const values = params.getAll(name);
  return values.length > 1 ? values : values[0];
}

/**
 * Returns a query as parameters, in the schema's order and without defaults, so that equal queries
 * give equal text. An absent parameter has its default.
 */
export function toSearchParams<S extends QuerySchema>(schema: S, query: Partial<z.output<S>>) {
  const params = new URLSearchParams();
  const values = new Map(Object.entries(query));
  for (const [name, parameter] of Object.entries(schema.shape)) {
    const texts = toTexts(parameter, values.get(name));
    const defaults = toTexts(parameter, z.parse(parameter, undefined));
    if (texts.join() === defaults.join()) continue;
    for (const text of texts) params.append(name, text);
  }
  return params;
}

/** Returns the texts of a parameter's value; undefined has none. */
function toTexts(parameter: z.ZodMiniType, value: unknown): string[] {
  return value === undefined ? [] : [z.encode(parameter, value)].flat().map(String);
}
