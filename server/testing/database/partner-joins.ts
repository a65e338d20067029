/** The content of parentheses, or a whole statement: words and nested groups. */
type Group = readonly (string | Group)[];

/** A table in a query, by the name that the query gives it. */
interface Named {
  readonly table: string;
  readonly alias: string;
}

const keywords = new Set(
  'as on where join left right full inner cross lateral order group having limit offset for union except intersect set using returning window'.split(
    ' ',
  ),
);

/**
 * Returns the tables that a statement joins without comparing their partner, where `partners` has
 * the column of each table: different tables in one query, and a query within another one that
 * names it, or that `in` compares it with. A table joined with itself by its id is not found, nor a
 * query that is read first: `any(array(select …))`.
 */
export function findPartnerlessJoins(
  statement: string,
  partners: ReadonlyMap<string, string>,
): string[] {
  const tokens = statement.toLowerCase().match(/'(?:[^']|'')*'|"\w+"|[a-z_]\w*|\$\d+|\S/g) ?? [];
  const words = tokens.map((token) => token.replaceAll('"', ''));
  // What `with` defines is no table, whatever its name.
  const defined = words.filter(
    (word, at) =>
      /^as( materialized)? \(/.test(`${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`) &&
      /^(with|recursive|,)$/.test(words[at - 1] ?? ''),
  );
  const tables = new Map([...partners].filter(([name]) => !defined.includes(name)));
  return check(group(words[Symbol.iterator]()), [], tables);
}

function group(words: Iterator<string>): Group {
  const items: (string | Group)[] = [];
  for (let next = words.next(); !next.done && next.value !== ')'; next = words.next())
    items.push(next.value === '(' ? group(words) : next.value);
  return items;
}

const isQuery = (item: string | Group): item is Group =>
  typeof item !== 'string' && /^(select|with|insert|update|delete)$/.test(String(item[0]));

/** Returns the words of a group, without those of the queries in it. */
function flatten(items: Group): string[] {
  return items.flatMap((item) =>
    typeof item === 'string' ? item : isQuery(item) ? '()' : ['(', ...flatten(item), ')'],
  );
}

/** Returns all words of a group. */
const allWords = (items: Group): string[] =>
  items.flatMap((item) => (typeof item === 'string' ? item : ['(', ...allWords(item), ')']));

function check(
  items: Group,
  outer: readonly Named[],
  partners: ReadonlyMap<string, string>,
): string[] {
  return splitAt(items, /^(union|except|intersect)$/).flatMap((query) => {
    const words = flatten(query);
    const start = words.findIndex((word) => /^(from|update|using)$/.test(word));
    const named = [
      ...(start < 0 ? [] : namedTables(words.slice(start), partners)),
      ...derivedTables(query, partners),
    ];
    const conditions = words.slice(start + 1);
    const has = ({ table, alias }: Named, all: readonly string[]) => {
      const column = partners.get(table) ?? '';
      const text = ` ${all.join(' ')} `;
      return (
        text.includes(` ${alias} . ${column} `) ||
        new RegExp(` using \\( [^()]*\\b${column} `).test(text)
      );
    };
    const isJoin = new Set(named.map(({ table }) => table)).size > 1;
    const missing = isJoin ? named.filter((one) => !has(one, conditions)) : [];
    const inner = queriesIn(query).flatMap(({ query: nested, isCompared }) => {
      const found = check(nested, [...outer, ...named], partners);
      const own = splitAt(nested, /^(union|except|intersect)$/).flatMap((part) =>
        namedTables(flatten(part), partners),
      );
      const all = allWords(nested);
      const isNamed = [...outer, ...named].some(
        ({ alias, table }) =>
          ` ${all.join(' ')} `.includes(` ${alias} . `) &&
          own.every((one) => one.alias !== alias && one.table !== table),
      );
      const isOfOthers =
        isCompared && own.some(({ table }) => named.some((one) => one.table !== table));
      if (!isNamed && !isOfOthers) return found;
      const column = (table: string) => partners.get(table) ?? '';
      return [...found, ...own.filter(({ table }) => !all.includes(column(table))).map(writeNamed)];
    });
    return [...missing.map(writeNamed), ...inner];
  });
}

/** Returns the tables that a query selects from through a query in its place. */
function derivedTables(items: Group, partners: ReadonlyMap<string, string>): Named[] {
  return items.flatMap((item, at) => {
    if (!isQuery(item) || !/^(from|join)$/.test(String(items[at - 1]))) return [];
    const alias = String(items[at + 1] === 'as' ? items[at + 2] : items[at + 1]);
    return namedTables(flatten(item), partners).map(({ table }) => ({ table, alias }));
  });
}

const writeNamed = ({ table, alias }: Named) => (table === alias ? table : `${table} as ${alias}`);

function splitAt(items: Group, separator: RegExp): Group[] {
  const parts: (string | Group)[][] = [[]];
  for (const item of items)
    if (typeof item === 'string' && separator.test(item)) parts.push([]);
    else parts.at(-1)?.push(item);
  return parts;
}

/** Returns the queries directly within a group, and whether `in` compares something with each. */
function queriesIn(items: Group): { query: Group; isCompared: boolean }[] {
  return items.flatMap((item, at) => {
    if (typeof item === 'string') return [];
    return isQuery(item) ? [{ query: item, isCompared: items[at - 1] === 'in' }] : queriesIn(item);
  });
}

function namedTables(words: readonly string[], partners: ReadonlyMap<string, string>): Named[] {
  return words.flatMap((table, at) => {
    const before = words[at - 1] ?? '';
    if (!partners.has(table) || !/^(from|join|using|update|,)$/.test(before)) return [];
    if (words[at + 1] === '.' || words[at + 1] === '(') return [];
    const alias = words[at + 1] === 'as' ? words[at + 2] : words[at + 1];
    const isAlias = /^[a-z_]\w*$/.test(alias ?? '') && !keywords.has(alias ?? '');
    return [{ table, alias: isAlias ? (alias ?? table) : table }];
  });
}
