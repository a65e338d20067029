import { parseArgs } from 'node:util';

import { listKeys } from '#contract/typed-objects.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import { emailRule, phoneRule } from '#contract/v1/rules/rules.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import type { RetentionRule } from '#server/config/retention-config.ts';
import type { Db } from '#server/db/connect.ts';
import { eraseLead, leadHoldings } from '#server/erasure/erase-lead.ts';
import {
  eraseData,
  findData,
  listMentions,
  type NamedPerson,
} from '#server/erasure/personal-data.store.ts';
import { listDue, listFilesDue } from '#server/erasure/retention.store.ts';
import { eraseDue } from '#server/erasure/retention.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import {
  countUpstreamValues,
  eraseUpstreamChanges,
  listUpstreamContacts,
  listUpstreamLeadsByContact,
} from '#server/upstream/history/upstream-changes.store.ts';

import { isStored } from './check-files.ts';
import { readDays, toDay } from './operator-key-commands.ts';

export const eraseUsage = `Usage: npm run erase -- <what> [--yes]
  due [--days <days>]        erase, permanently, what RETENTION says; without --yes also list what becomes due within so many days
  lead <id>                  erase the personal data of a lead in the portal's own records, permanently
  contact <phone or email>   erase, permanently, what is stored of this phone or email: rows of bulk uploads of all partners, and what was done through the portal to leads of an existing service
Without --yes the command only reports what it would erase. It also lists where the database names the person; with --yes, what of that remains.`;

const unchanged = 'Nothing has been erased. To erase this permanently, add --yes';

/**
 * Erases what `args` name, or without `--yes` only lists what would be erased. Returns the text to
 * print.
 * @throws ExplainedError
 */
export async function erase(
  db: Db,
  files: FileStore,
  args: string[],
  rules: readonly RetentionRule[] = [],
): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean' }, days: { type: 'string' } },
  });
  const [kind, of = '', ...more] = positionals;
  const isSure = values.yes === true;
  const isMisused = values.days !== undefined && (isSure || kind !== 'due');
  if (kind === 'due' && of === '' && !isMisused) {
    if (rules.length === 0) return 'RETENTION is not set: nothing is erased by itself.';
    const due = { db, files, rules };
    return isSure ? eraseAllDue(due) : reportDue(due, readDays(values.days));
  }
  if (of === '' || more.length > 0 || isMisused) throw new ExplainedError(eraseUsage);
  if (kind === 'lead') return eraseOneLead(db, files, { id: of, isSure });
  if (kind === 'contact') return eraseContact(db, { contact: readPhoneOrEmail(of), isSure });
  throw new ExplainedError(eraseUsage);
}

type Due = Parameters<typeof eraseDue>[0];

async function eraseAllDue(deps: Due): Promise<string> {
  return `Erased: ${await eraseDue(deps)}. You have to erase copies in your backups yourself.`;
}

/** Returns a line for each record that is due within so many days, the next ones first. */
async function reportDue({ db, files, rules }: Due, days = 0): Promise<string> {
  const due = await listDue(db, rules, { days });
  for (const id of await listFilesDue(db, due)) await isStored(files, id);
  const lines = due.map(
    ({ table, id, status, since, due: at }) =>
      `${typesByList[table]} ${id}\t${status} since ${toDay(since)}\terased from ${toDay(at)}`,
  );
  return [...lines, `Leads and deals: ${due.length}. ${unchanged}`].join('\n');
}

/**
 * Erases a lead, or without `isSure` only lists what would be erased. Returns the text to print.
 * @throws ExplainedError when there is none
 */
export async function eraseOneLead(
  db: Db,
  files: FileStore,
  { id, isSure }: { id: string; isSure: boolean },
): Promise<string> {
  const found = await leadHoldings(db, id);
  const upstream = found ? undefined : await eraseOneUpstreamLead(db, { id, isSure });
  if (upstream !== undefined) return upstream;
  if (!found)
    throw new ExplainedError(
      `There is no lead ${id} in the portal's own records. In front of an existing service, erase the lead there, then run: erase contact <phone or email>`,
    );
  // Fails if the files can’t be reached; `files` reports those that are missing.
  if (!isSure) for (const file of found.files) await isStored(files, file);
  return reportErasure(db, isSure, {
    lines: [
      `Lead ${id}: fields with a value: ${found.fields}, files: ${found.files.length}, rows of uploads: ${found.about.uploadRows.length}.`,
      ...linesAbout({ ...found.about, requests: found.requests, questions: found.questions }),
      ...(found.deal
        ? [
            `Its deal ${found.deal.id}: fields that say who the customer is, also in the deal’s history: ${found.deal.fields}.`,
          ]
        : []),
    ],
    person: found.person,
    erase: async () => eraseLead(db, files, id),
    remains: `The lead's id, owner, status and dates remain.${found.deal ? ' The deal’s amounts, terms, statuses and dates remain.' : ''}`,
  });
}

/** The subject of an erasure. */
interface Erasure {
  /** Lines to print about the stored data. */
  readonly lines: readonly string[];
  readonly person: NamedPerson;
  /** Erases the data; undefined where they are erased already. */
  readonly erase?: () => Promise<void>;
  /** A sentence about what remains. */
  readonly remains: string;
}

/**
 * Erases the data of an erasure, or without `isSure` only lists them. Returns the text to print.
 */
export async function reportErasure(db: Db, isSure: boolean, erasure: Erasure): Promise<string> {
  const { lines, person, erase: eraseAll, remains } = erasure;
  if (isSure) await eraseAll?.();
  const mentions = await listMentions(db, person);
  const title = isSure
    ? 'These may also be about this person, as table.column (rows): ids. Decide, and change or delete them yourself:'
    : 'Named now, as table.column (rows): ids, with what would be erased:';
  return [
    ...lines,
    isSure ? `Erased. ${remains} You have to erase copies in your backups yourself.` : unchanged,
    ...(mentions.length > 0 ? [title, ...mentions] : []),
  ].join('\n');
}

/**
 * Erases the data stored about a lead of an existing service, or only lists them. Returns the text
 * to print; undefined if there are none.
 */
async function eraseOneUpstreamLead(db: Db, { id, isSure }: { id: string; isSure: boolean }) {
  const values = await countUpstreamValues(db, id);
  if (values === 0) return undefined;
  return reportErasure(db, isSure, {
    lines: [
      `Lead ${id} of the existing service: values stored of what was done through the portal: ${values}.`,
      'The lead itself has to be erased there, and its rows of uploads here: erase contact <phone or email>',
    ],
    person: { names: [], texts: await listUpstreamContacts(db, id) },
    erase: async () =>
      db.transaction().execute(async (tx) => {
        await eraseUpstreamChanges(tx, id);
        await recordAction(tx, {
          ...byCommand,
          action: 'data-erased',
          subject: { type: 'lead', id },
        });
      }),
    remains: 'When something was done, and by whom, remains.',
  });
}

/** Erases the data stored about a phone or email, like {@link eraseOneLead}. */
export async function eraseContact(
  db: Db,
  { contact, isSure }: { contact: string; isSure: boolean },
): Promise<string> {
  const person = { leadId: null, partnerId: null, contacts: [contact], texts: [contact] };
  const found = await db.transaction().execute(async (tx) => {
    const about = await findData(tx, person);
    const leads = await listUpstreamLeadsByContact(tx, contact);
    if (isSure) {
      await eraseData(tx, about);
      for (const id of leads) await eraseUpstreamChanges(tx, id);
      await recordAction(tx, { ...byCommand, action: 'data-erased' });
    }
    return { ...about, leads };
  });
  return reportErasure(db, isSure, {
    lines: [`Rows of uploads with this contact: ${found.uploadRows.length}.`, ...linesAbout(found)],
    person: { names: [], texts: [contact] },
    remains: 'The outcomes of the rows remain.',
  });
}

const holdings = {
  drafts: 'Drafts of new leads with this person’s data',
  requests: 'Requests of the lender, and their answers',
  questions: 'Questions to the lender, and their answers',
  bulkNotes: 'Notes for many leads that may be about this person',
  choices: 'Remembered headers, texts and sheets with this person’s data',
  leads: 'History of leads of the existing service, as done through the portal',
};

/** Returns a line for each kind of data that was found. */
function linesAbout(found: Partial<Record<keyof typeof holdings, readonly unknown[]>>): string[] {
  return listKeys(holdings).flatMap((kind) =>
    found[kind]?.length ? [`${holdings[kind]}: ${found[kind].length}.`] : [],
  );
}

/**
 * Returns a phone number or email in its stored form.
 * @throws ExplainedError
 */
export function readPhoneOrEmail(text: string): string {
  const result = text.includes('@') ? emailRule(text) : phoneRule(text);
  if (result.error !== undefined) throw new ExplainedError(result.error);
  return result.value;
}
