/**
 * `broker`: a person of a partner with their own records; `partner-admin`: sees all of the
 * partner’s records; `support`: reads everything.
 */
export type Role = 'broker' | 'partner-admin' | 'support';

/** A partner, as records name it. */
export interface Broker {
  readonly id: string;
  readonly name: string;
}

/** A partner’s contact, as records name them. */
export interface BrokerRep {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A contact and their partner. */
export interface Owner {
  readonly broker: Broker;
  readonly brokerRep: BrokerRep;
}

/** A person with an API token. */
export interface Person {
  readonly token: string;
  /** The value of `createdBy` and `updatedBy`. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** null: staff of the operator. */
  readonly owner: Owner | null;
}

/**
 * Returns the person whose token an `Authorization` header contains; undefined when there is no
 * known token.
 */
export function findPerson(
  people: readonly Person[],
  authorization: string | undefined,
): Person | undefined {
  return people.find(({ token }) => authorization === `Bearer ${token}`);
}

/**
 * Returns whether a person may read an owner’s records. The specification does not say who may
 * see what; this is the simplest rule that needs its 403.
 */
export function maySee({ role, owner }: Person, { broker, brokerRep }: Owner): boolean {
  if (role === 'support') return true;
  return role === 'partner-admin'
    ? owner?.broker.id === broker.id
    : owner?.brokerRep.id === brokerRep.id;
}

/**
 * Returns whether a person may create and change an owner’s records: all that they see, except
 * that support only reads.
 */
export function mayChange(person: Person, owner: Owner): boolean {
  return person.role !== 'support' && maySee(person, owner);
}
