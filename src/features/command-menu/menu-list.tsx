import type { LucideIcon } from 'lucide-react';
import Briefcase from 'lucide-react/icons/briefcase';
import UsersRound from 'lucide-react/icons/users-round';
import { useEffect, useRef } from 'react';

import { labelsFor } from '#contract/field-labels.ts';
import type { FoundRecord, SearchedField } from '#contract/portal/search.ts';
import { dealLabels } from '#contract/v1/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { type RecordType, typeLabels } from '#contract/v1/record-types.ts';
import { explainInvalidSearch } from '#src/api/records/record-search.ts';
import { useIsSupport } from '#src/api/session.ts';
import { formatBusinessNumber, formatPhone } from '#src/lib/values/number-formats.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { SkeletonLines } from '#src/ui/feedback/states.tsx';

import type { MenuOption, OptionGroup, RecordsFound } from './menu-options.ts';

import s from './command-menu.module.css';

interface MenuListProps {
  listId: string;
  groups: readonly OptionGroup[];
  active: MenuOption | undefined;
  /** Whether the options are still those of a former text. */
  isBusy: boolean;
  onActive: (option: MenuOption) => void;
  onChoose: (option: MenuOption) => void;
}

/** The options of the menu, in groups. The focus stays in the field; `active` is the marked one. */
export function MenuList({ listId, groups, active, isBusy, onActive, onChoose }: MenuListProps) {
  const marked = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  useEffect(() => {
    if (activeId !== undefined) marked.current?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const pointer = (option: MenuOption) => ({
    onMouseMove: () => option.id !== activeId && onActive(option),
    onClick: () => onChoose(option),
  });
  return (
    <div
      id={listId}
      {...listRole}
      aria-busy={isBusy}
      className={s.list}
      hidden={groups.length === 0}
    >
      {groups.map(({ heading, options }) => (
        <div key={heading} {...groupRole(heading)}>
          <div className={`${s.heading} soft small`} aria-hidden>
            {heading}
          </div>
          {options.map((option) => (
            <div
              key={option.id}
              ref={option.id === activeId ? marked : null}
              id={`${listId}-${option.id}`}
              className={s.option}
              {...optionProps(option.id === activeId)}
              {...pointer(option)}
            >
              {option.kind === 'record' ? (
                <RecordOption record={option.record} />
              ) : (
                <>
                  {option.command.icon}
                  <span className={s.line}>
                    <span className="medium wrap-anywhere">{option.command.label}</span>
                    {option.command.note && (
                      <span className="soft wrap-anywhere">{option.command.note}</span>
                    )}
                  </span>
                </>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

// Native options can't show more than a line of text. Their keys are those of the field.
const listRole = { role: 'listbox', 'aria-label': 'Results' } as const;

const groupRole = (heading: string) => ({ role: 'group', 'aria-label': heading }) as const;

const optionProps = (isActive: boolean) => ({ role: 'option', 'aria-selected': isActive }) as const;

interface MenuMessageProps {
  search: RecordsFound;
  /** The text if there are no results; false if there are. */
  nothing: string | false;
}

/** Says that the results are loading, failed, are empty, or are only similar. */
export function MenuMessage({ search, nothing }: MenuMessageProps) {
  const invalid = search.error && explainInvalidSearch(search.error);
  if (invalid)
    return (
      <p className={`${s.message} stack-small soft`} role="alert">
        {invalid}
      </p>
    );
  if (search.error)
    return (
      <div className={`${s.message} stack-small soft`}>
        <p role="alert">Couldn’t search leads and deals. {search.error.message}</p>
        <Button size="small" onClick={search.onRetry}>
          Try again
        </Button>
      </div>
    );
  if (search.isOutdated && search.records.length === 0)
    return (
      <div className={`${s.message} stack-small soft`}>
        <SkeletonLines lines={3} />
      </div>
    );
  if (search.isTolerant)
    return <p className={`${s.message} stack-small soft`}>No exact match. Similar:</p>;
  return nothing === false ? null : <p className={`${s.message} stack-small soft`}>{nothing}</p>;
}

const searchedLabels: Readonly<Record<SearchedField, string>> = {
  ...leadLabels,
  name: 'Client',
  dealName: 'Deal',
  customer: dealLabels.customer,
  sfid: dealLabels.sfid,
  id: 'ID',
  contact: 'Contact',
  partner: 'Partner',
};

const typeIcons: Readonly<Record<RecordType, LucideIcon>> = { lead: UsersRound, deal: Briefcase };

/** A found lead or deal: its name, type, owner, status, and the field that matched. */
function RecordOption({ record }: { record: FoundRecord }) {
  const { type, name, company, status, subStatus, contact, partner, match } = record;
  const labels = labelsFor(searchedLabels, useIsSupport());
  const Icon = typeIcons[type];
  return (
    <>
      <Icon aria-hidden />
      <span className={s.record}>
        <span className={s.line}>
          <span className="medium wrap-anywhere" translate="no">
            {name || `${typeLabels[type]} without a name`}
          </span>
          {company !== '' && (
            <span className="soft wrap-anywhere" translate="no">
              {company}
            </span>
          )}
        </span>
        <span className={s.note}>
          {[typeLabels[type], status, subStatus === status ? '' : subStatus, partner ?? contact]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {match && (
          <span className={s.match}>
            {labels[match.field]}: {formatBusinessNumber(match.field, formatPhone(match.value))}
          </span>
        )}
      </span>
    </>
  );
}
