/** Returns the names of an object that has no other names than its type says. */
export function listKeys<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  // `Object.keys` returns strings, because an object can have more names than its type.
  return Object.keys(object) as K[];
}

/** Returns an object with the same names, and for each the result of `convert`. */
export function mapValues<K extends string, V, R>(
  object: Readonly<Record<K, V>>,
  convert: (value: V, name: K) => R,
): Record<K, R> {
  const entries = listKeys(object).map((name) => [name, convert(object[name], name)]);
  // The entries above have every name, which `fromEntries` does not keep.
  return Object.fromEntries(entries) as Record<K, R>;
}
