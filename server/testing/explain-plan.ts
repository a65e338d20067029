import { ExplainNode, type KyselyPlugin, RawNode } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** Returns how the database finds what a query of a store finds. */
export async function explainPlan(db: Db, find: (db: Db) => Promise<unknown>): Promise<string> {
  const lines: unknown[] = [];
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') return { ...node, explain: ExplainNode.create() };
      if (node.kind !== 'RawNode') return node;
      const [first = '', ...fragments] = node.sqlFragments;
      return RawNode.create([`explain ${first}`, ...fragments], node.parameters);
    },
    transformResult: async ({ result }) => {
      lines.push(...result.rows.flatMap((row) => Object.values(row)));
      return result;
    },
  };
  await find(db.withPlugin(explain));
  return lines.join('\n');
}
