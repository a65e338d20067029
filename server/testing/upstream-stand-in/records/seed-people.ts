import type { Owner, Person } from './people.ts';

const harbour = { id: 'br-harbour', name: 'Harbour Finance' };
const summit = { id: 'br-summit', name: 'Summit Capital' };

/**
 * The people of the seed, by first name: a broker and an admin of two partners, and support, as in
 * the portal’s demo.
 */
export const seeded = {
  bea: person('bea', 'broker', contact(harbour, 'Bea', 'Harper')),
  ada: person('ada', 'partner-admin', contact(harbour, 'Ada', 'Marsh')),
  sol: person('sol', 'broker', contact(summit, 'Sol', 'Ridge')),
  ana: person('ana', 'partner-admin', contact(summit, 'Ana', 'Peak')),
  sam: person('sam', 'support', null),
} as const;

export const seedPeople: readonly Person[] = Object.values(seeded);

function contact(broker: Owner['broker'], firstName: string, lastName: string): Owner {
  return { broker, brokerRep: { id: `rep-${firstName.toLowerCase()}`, firstName, lastName } };
}

function person<O extends Owner | null>(word: string, role: Person['role'], owner: O) {
  const name = owner ? `${owner.brokerRep.firstName} ${owner.brokerRep.lastName}` : 'Sam Porter';
  return { token: `upstream-token-of-${word}`, id: `user-${word}`, name, role, owner };
}
