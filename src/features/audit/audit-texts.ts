import { auditActions, type AuditEntry } from '#contract/portal/audit/audit.ts';

/** Returns a detail in words. One of a later version stays as it is; an empty one is omitted. */
export function describeDetail([name, value]: [string, string | number | boolean]): string[] {
  const text = detailTexts[`${name}: ${value}`] ?? `${detailNames[name] ?? name}: ${value}`;
  return text === '' ? [] : [text];
}

const detailTexts: Readonly<Record<string, string>> = {
  'by: authenticator': 'With a code of an app',
  'by: recovery-code': 'With a recovery code',
  'by: passkey': 'With a passkey',
  'step: code': 'Wrong code',
  'step: passkey': 'Passkey not accepted',
  'factor: passkey': 'Passkey',
  'role: broker': 'Role: Broker',
  'role: partner-admin': 'Role: Partner admin',
  'role: support': 'Role: Support',
  'state: active': 'Activated again',
  'name: true': 'Name changed',
  'name: false': '',
  'email: requested': 'Change of email requested',
  'email: changed': 'Email changed',
  'operatorRight: true': 'May manage accounts',
  'operatorRight: false': 'May no longer manage accounts',
  'change: reassign': 'Reassigned',
  'change: add-note': 'Note added',
  'unchanged: 0': '',
  'rejected: 0': '',
  'superseded: 0': '',
  'list: leads': 'Leads',
  'list: deals': 'Deals',
  'list: audit': 'Audit trail',
  'list: person': 'What is stored about one person',
};

const detailNames: Readonly<Record<string, string>> = {
  abandoned: 'Not reached before an update of the portal',
  by: 'By',
  code: 'Reason',
  connectedWith: 'Connected with',
  entries: 'Entries',
  file: 'File',
  key: 'Key',
  leads: 'Leads',
  name: 'Name',
  newKey: 'New key',
  operation: 'Change',
  partner: 'Partner',
  reason: 'Reason',
  records: 'Records',
  rejected: 'Couldn’t be changed',
  route: 'Request',
  rows: 'Rows',
  status: 'Status',
  superseded: 'Not undone',
  unchanged: 'Needed no change',
  virus: 'Virus',
};

const actionNames: Readonly<Record<string, string>> = auditActions;

/** Returns the label of an action; for one of a later version, its name. */
export const nameAction = (action: string): string => actionNames[action] ?? action;

const actorNames: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  account: 'Support',
  'operator-key': 'The operator’s system',
  command: 'A command on the server',
  service: 'The portal itself',
  unknown: 'Not signed in',
};

/** Returns who acted: their name or, without one, the type of actor. */
export function nameActor({ type, name }: AuditEntry['actor']): string {
  return name ?? actorNames[type];
}
