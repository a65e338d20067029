/** `broker`: a person of a partner with records of their own; `partner-admin`: sees all of the partner's; `support`: reads everything. */
export type Role = 'broker' | 'partner-admin' | 'support';

/** A partner, as records name it. */
export interface Broker {
  readonly id: string;
  readonly name: string;
}

/** A partner's contact, as records name them. */
export interface BrokerRep {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A contact and the partner they are of. */
export interface Owner {
  readonly broker: Broker;
  readonly brokerRep: BrokerRep;
}

/** Somebody with an API token. */
export interface Person {
  readonly token: string;
  /** What `createdBy` and `updatedBy` say. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** null: staff of the operator. */
  readonly owner: Owner | null;
}

/** Whose token an `Authorization` header carries; undefined when it carries none that is known. */
export function personOf(
  people: readonly Person[],
  authorization: string | undefined,
): Person | undefined {
  return people.find(({ token }) => authorization === `Bearer ${token}`);
}

/** Whether a person may read what an owner has. The specification does not say who sees what; this is the simplest that needs its 403. */
export function maySee({ role, owner }: Person, { broker, brokerRep }: Owner): boolean {
  if (role === 'support') return true;
  return role === 'partner-admin'
    ? owner?.broker.id === broker.id
    : owner?.brokerRep.id === brokerRep.id;
}

/** Whether a person may make and change what an owner has: all they see, but support only reads. */
export function mayChange(person: Person, owner: Owner): boolean {
  return person.role !== 'support' && maySee(person, owner);
}
