import { useState, type ComponentProps, useId } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { maxDaysAgo } from '#contract/v1/list-parameters.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { RecordFilters, RecordsSearch } from '#src/api/records/list/record-source.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { Input } from '#src/ui/form/input.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';
import { type Choice, ChoiceList, moveByArrow } from '#src/ui/table/choice-list.tsx';
import { MenuSearch } from '#src/ui/table/menu-search.tsx';

import { inMatchingOrder } from './matching-order.ts';
import { type PeriodName, periods, periodTexts, type PeriodValue, readPeriod } from './period.ts';
import { type ChosenFilter, useChosenFilters } from './use-chosen-filters.ts';

import menuStyle from '#src/ui/table/menu.module.css';
import s from './filter-panel.module.css';

interface FilterPanelProps {
  /** The filters of one of the lists, and who filters. */
  list: RecordListName;
  session: Session;
  search: RecordsSearch;
  /** Called with the changed filters; the list then returns to its first page. */
  onFilters: (changes: FilterTexts) => void;
  /** Clears search and filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  onClose: () => void;
}

/** All filters of a list. A choice applies at once; typing searches the choices of all filters. */
export function FilterPanel(props: FilterPanelProps) {
  const { list, session, search, onFilters, onClear, onClose } = props;
  const [searchText, setSearchText] = useState('');
  // Changed at once: the list may take a moment, and the next choice builds on this one.
  const [texts, setTexts] = useState<FilterTexts>(() => ({ ...readTexts(search) }));
  const change = (changes: FilterTexts) => {
    setTexts({ ...texts, ...changes });
    onFilters(inMatchingOrder(changes, search));
  };
  const isSearching = searchText.trim() !== '';
  const filters = useChosenFilters({ list, session, search, texts, isSearching });
  const found = isSearching ? findChoices(filters, searchText) : filters;
  return (
    <>
      <MenuSearch
        label="Search filters"
        value={searchText}
        onChange={setSearchText}
        onKeyDown={moveByArrow}
      />
      <div className={s.filters}>
        {found.map((filter) => (
          <Filter key={filter.label} {...{ filter, isSearching }} onChange={change} />
        ))}
        {isSearching && found.length === 0 && <p className={`${s.none} soft`}>Nothing matches.</p>}
        {session.capabilities.home &&
          !isSearching &&
          listKeys(periods).map((period) => (
            <PeriodFields key={period} period={period} texts={texts} onChange={change} />
          ))}
      </div>
      {onClear && (
        <div className={s.footer}>
          <TextButton
            onClick={() => {
              onClose();
              onClear();
            }}
          >
            {search.q === '' ? 'Clear filters' : 'Clear search and filters'}
          </TextButton>
        </div>
      )}
    </>
  );
}

/** Returns the choices whose label, or whose filter's label, has these words. */
function findChoices(filters: readonly ChosenFilter[], text: string): ChosenFilter[] {
  const isFound = ({ label }: { label: string }) => containsText(label, text);
  return filters
    .map((filter) =>
      isFound(filter) ? filter : { ...filter, choices: filter.choices.filter(isFound) },
    )
    .filter(({ choices }) => choices.length > 0);
}

/** Returns the filters of a search as texts, by their names. */
function readTexts(search: RecordFilters): FilterTexts {
  const { page: _, pageSize: _size, ...filters } = search;
  return filters;
}

interface FilterProps {
  filter: ChosenFilter;
  isSearching: boolean;
  onChange: (changes: FilterTexts) => void;
}

/** One filter: its name, the chosen values, and its choices once it is opened or searched. */
function Filter({ filter, isSearching, onChange }: FilterProps) {
  const chosen = filter.choices.filter(({ isChosen }) => isChosen);
  const [isFirstOpen] = useState(filter.isOpen === true || chosen.length > 0);
  const handleChoose = (choice: Choice) => onChange(filter.choose(choice));
  return (
    <details className={menuStyle.part} open={isSearching || isFirstOpen}>
      <summary className="row bold">
        {filter.label}
        <span className={`${s.chosen} one-line`}>
          {chosen.map(({ label }) => label).join(', ')}
        </span>
      </summary>
      {filter.choices.length === 0 && <p className={`${s.none} soft`}>Loading…</p>}
      <ChoiceList label={filter.label} choices={filter.choices} onChoose={handleChoose} />
    </details>
  );
}

interface PeriodFieldsProps {
  period: PeriodName;
  texts: FilterTexts;
  onChange: (changes: FilterTexts) => void;
}

/** The filter by a time: in days before now, or between two dates. It applies once it is whole. */
function PeriodFields({ period, texts, onChange }: PeriodFieldsProps) {
  const id = useId();
  const { label, kinds } = periods[period];
  // An incomplete period is kept here, not in the address.
  const [value, setValue] = useState(() =>
    readPeriod(String(texts[`${period}Since`] ?? ''), String(texts[`${period}Before`] ?? '')),
  );
  const change = (changes: Partial<PeriodValue>) => {
    const next = { ...value, ...changes };
    setValue(next);
    onChange(periodTexts(period, next));
  };
  const isReversed = value.from !== '' && value.to !== '' && value.from > value.to;
  const day = (name: 'from' | 'to', text: string) => (
    <Input
      type="date"
      aria-label={`${label}: ${name}`}
      aria-invalid={isReversed || undefined}
      aria-describedby={isReversed ? `${id}-error` : undefined}
      value={text}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  return (
    <div className={s.period}>
      <label htmlFor={id}>{label}</label>
      <NativeSelect
        id={id}
        options={Object.entries(kinds).map(([kind, text]) => ({ value: kind, label: text }))}
        value={value.kind}
        onChange={({ target }) =>
          change({ kind: listKeys(kinds).find((kind) => kind === target.value) ?? '' })
        }
      />
      {(value.kind === 'within' || value.kind === 'before') && (
        <DaysField
          label={label}
          value={value.days}
          onChange={({ target }) => change({ days: target.value })}
        />
      )}
      {value.kind === 'between' && (
        <span className={`${s.days} row`}>
          {day('from', value.from)} to {day('to', value.to)}
        </span>
      )}
      {isReversed && value.kind === 'between' && (
        <p id={`${id}-error`} className={`${s.error} danger small`} role="alert">
          The last day is before the first day.
        </p>
      )}
    </div>
  );
}

function DaysField({ label, ...input }: ComponentProps<typeof Input> & { label: string }) {
  return (
    <span className={`${s.days} row`}>
      <Input {...input} type="number" aria-label={`${label}: days`} min={1} max={maxDaysAgo} />
      days
    </span>
  );
}
