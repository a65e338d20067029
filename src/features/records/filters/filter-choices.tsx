import { useQuery } from '@tanstack/react-query';

import type { StatusCount } from '#contract/portal/list-counts.ts';
import {
  leadStatusesWaitingOn,
  waitingOnLabel,
  waitingOnWords,
} from '#contract/portal/waiting-on.ts';
import { waitingOnValues } from '#contract/v1/lists.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { contactsQuery, partnersQuery } from '#src/api/contacts.ts';
import { listCountsQuery } from '#src/api/records/list-counts.ts';
import { type Choice, ChoiceList, type ChoiceSection } from '#src/ui/table/choice-list.tsx';

import type { FilterProps } from './filter-menus.tsx';

type ChoicesProps = FilterProps & { label: string };

/** The choices of a filter, in its menu. */
export function FilterChoices({
  name,
  ...props
}: ChoicesProps & { name: 'status' | 'subStatus' | 'waitingOn' | 'brokerId' | 'brokerRepId' }) {
  if (name === 'brokerId') return <PartnerChoices {...props} />;
  if (name === 'brokerRepId') return <ContactChoices {...props} />;
  return <StatusChoices {...props} name={name} />;
}

/** The statuses under headings: those of leads by whom they wait for, those of deals by stage. */
function StatusChoices({
  name,
  label,
  list,
  session,
  search,
  onFilters,
}: ChoicesProps & { name: 'status' | 'subStatus' | 'waitingOn' }) {
  const isSupport = session.account.role === 'support';
  const { data: counts } = useQuery({
    ...listCountsQuery(list, search),
    enabled: session.capabilities.home && name !== 'waitingOn',
  });
  const sections =
    name === 'waitingOn'
      ? [section('', waitingOnValues, (on) => waitingOnLabel(on, isSupport))]
      : statusSections(list, name, search.status, isSupport);
  return (
    <ChoiceList
      label={label}
      anyLabel={name === 'waitingOn' ? 'Anyone' : undefined}
      sections={name === 'waitingOn' ? sections : withTotals(sections, name, search, counts)}
      chosen={search[name]}
      onChange={(chosen) => onFilters({ [name]: inOrder(sections, chosen) })}
    />
  );
}

function statusSections(
  list: FilterProps['list'],
  name: 'status' | 'subStatus',
  statuses: readonly string[],
  isSupport: boolean,
): ChoiceSection[] {
  if (list === 'leads')
    return waitingOnValues.map((on) =>
      section(
        on === 'nobody' ? 'Ended' : `Waiting on ${waitingOnWords(on, isSupport)}`,
        leadStatusesWaitingOn(on).statuses,
      ),
    );
  if (name === 'status') return [section('', dealStatuses)];
  const chosen = dealStatuses.filter((status) => statuses.includes(status));
  return (chosen.length > 0 ? chosen : dealStatuses).map((status) =>
    section(status, dealSubStatuses[status]),
  );
}

function section<Value extends string>(
  heading: string,
  values: readonly Value[],
  toLabel: (value: Value) => string = (value) => value,
): ChoiceSection {
  return { heading, choices: values.map((value) => ({ value, label: toLabel(value) })) };
}

/** Returns the chosen values in the order of the choices; those that are not among them last. */
function inOrder(sections: readonly ChoiceSection[], chosen: readonly string[]): string[] {
  const values = sections.flatMap(({ choices }) => choices.map(({ value }) => value));
  return [...values.filter((value) => chosen.includes(value)), ...chosen].filter(
    (value, index, all) => all.indexOf(value) === index,
  );
}

/** Returns the choices with how many records of the other filters each has. */
function withTotals(
  sections: readonly ChoiceSection[],
  name: 'status' | 'subStatus',
  search: FilterProps['search'],
  counts: readonly StatusCount[] | undefined,
): readonly ChoiceSection[] {
  if (!counts) return sections;
  const other = name === 'status' ? 'subStatus' : 'status';
  const isCounted = (count: StatusCount) =>
    search[other].length === 0 || search[other].includes(count[other]);
  const totals = new Map<string, number>();
  for (const count of counts.filter(isCounted))
    totals.set(count[name], (totals.get(count[name]) ?? 0) + count.total);
  const withTotal = (choice: Choice) => ({ ...choice, total: totals.get(choice.value) ?? 0 });
  return sections.map(({ heading, choices }) => ({ heading, choices: choices.map(withTotal) }));
}

/** Returns what is chosen by an id; an empty one chooses nothing. */
function chosenId(id: string): string[] {
  return id === '' ? [] : [id];
}

function ContactChoices({ label, search, onFilters }: ChoicesProps) {
  const { data: contacts = [] } = useQuery(contactsQuery);
  const choices = contacts.map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`.trim(),
  }));
  return (
    <ChoiceList
      isSingle
      label={label}
      sections={[{ heading: '', choices }]}
      chosen={chosenId(search.brokerRepId)}
      onChange={(brokerRepId) => onFilters({ brokerRepId })}
    />
  );
}

function PartnerChoices({ label, search, onFilters }: ChoicesProps) {
  const { data: partners = [] } = useQuery(partnersQuery);
  return (
    <ChoiceList
      isSingle
      label={label}
      sections={[
        { heading: '', choices: partners.map(({ id, name }) => ({ value: id, label: name })) },
      ]}
      chosen={chosenId(search.brokerId)}
      onChange={(brokerId) => onFilters({ brokerId, brokerRepId: '' })}
    />
  );
}
