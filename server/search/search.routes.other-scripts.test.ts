import { beforeAll, describe, expect, it } from 'vitest';

import type { FoundRecord } from '#contract/portal/search.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { searchText } from '#server/db/search-words.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';

/** Clients: first name, last name, company, and the searches that find this one alone. */
const clients = `
Пётр; Кузнецов; Северный Ветер; петр кузнецов, КУЗНЕЦОВ ПЁТР, ку пё, кузнец, кузнцов, кузнeцов, кузнецво, Петрр Кузнецов, севрный ветер
Γιώργος; Παπαδόπουλος; Θάλασσα; παπαδοπουλοσ, ΓΙΩΡΓΟΣ, γιοργος, Παπαδόπολος Γιώργος, θαλασα, θάλσασα
محمد; الأنصاري; شركة الواحة; الانصاري, الانصارى محمد, الانصري, مخمد, الواحه
אברהם; לוינסון; בית קפה; אברהם לוינסון, לוינסן, אבהרם, קפה אברהם
สมชาย; ใจดีวงศ์; ร้านกาแฟริมน้ำ; สมชาย ใจดีวงศ์, สมชย, สมขาย, กาแฟ, แฟ
길동; 홍; 한빛전자상사; 홍길동, 길동 홍, 길동홍, 홍길돈, 홍갈동, 한빛, 한빚전자, 한빛전상자사
小明; 王; 北京科技有限公司; 王小明, 小明王, 王 小明, 王小名, 王小明 北京, 科技, 技有, 北京科枝有限公司
太郎; 山田; 株式会社さくら商店; 山田太郎, 太郎山田, 山田 太郎, 山口太郎, さく, 商店 山田`
  .trim()
  .split('\n')
  .map((line) => {
    const [firstName, lastName, companyName, typed = ''] = line.split('; ');
    return { firstName, lastName, companyName, typed: typed.split(', ') };
  });

describe.each(databases)('a search in other scripts on %s', (kind) => {
  let leadIds: readonly string[];
  const { service, broker } = withPeople(kind);
  beforeAll(async () => {
    const of = (index: number) => {
      const { typed: _typed, ...fields } = clients[index] ?? { typed: [] };
      return { id: `other-script-${index}`, fields };
    };
    leadIds = await fill(clients.length, of);
  });

  async function fill(count: number, of: (index: number) => { id: string }) {
    await insertListedLeads(service.database.db, broker, count, of);
    return Array.from({ length: count }, (_, index) => of(index).id);
  }
  const list = async (q: string) => {
    const path = `/api/v1/lead?q=${encodeURIComponent(q)}`;
    const response = await service.call('GET', path, { headers: broker.bearer });
    return response.json<Lead[]>().map(({ id }) => id);
  };
  const search = async (q: string) => {
    const payload = { q, limit: 5 };
    const { session: headers } = broker;
    const response = await service.call('POST', '/portal/search', { headers, payload });
    return response.json<{ records: FoundRecord[] }>().records.map(({ id }) => id);
  };

  it.each(clients)('finds $firstName $lastName, also with a typing error', async ({ typed }) => {
    const id = leadIds[clients.findIndex((client) => client.typed === typed)];
    for (const q of typed) {
      expect.soft(await list(q), q).toEqual([id]);
      expect.soft(await search(q), q).toEqual([id]);
    }
  });

  it('finds the beginning of a word or name, and no other part of one or two letters', async () => {
    for (const q of ['ов', 'кузмич', '王明', '길수호', 'ישראל', 'สมหญิง'])
      expect(await list(q), q).toEqual([]);
    for (const [q, index] of [
      ['홍길', 5],
      ['王小', 6],
      ['山田太', 7],
    ] as const)
      expect(await list(q), q).toEqual([leadIds[index]]);
  });

  it('finds records by words as the service stores them', async () => {
    const words = [
      ['γιαννης', 'μαρκος γιαννη', 'Γιάννης'],
      ['فاطمة', 'يحيى فاطمة', 'فاطمه يحيي'],
      ['李小龍 – 𠮷野家', 'x', '李小龍'],
      ['홍길순'.normalize('NFD'), 'ключ', 'Ключ 홍길순'],
      ['plain', '– text', 'text'],
    ] as const;
    const ids = await fill(words.length, (index) => ({
      id: `stored-words-${index}`,
      search: searchText((words[index] ?? []).slice(0, 2)),
    }));
    for (const [index, [, , typed]] of words.entries())
      expect(await list(typed), typed).toEqual([ids[index]]);
    for (const [index, { typed }] of clients.entries())
      expect(await list(typed[0] ?? '')).toEqual([leadIds[index]]);
  });
});
