import { useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import type { RecordFilters } from '#src/api/records/list/filter-words.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import { TextButton } from '#src/ui/elements/button.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { type Choice, ChoiceList, moveByArrow } from '#src/ui/table/choice-list.tsx';
import { MenuSearch } from '#src/ui/table/menu-search.tsx';

import { PeriodFields } from './period-fields.tsx';
import { periods } from './period.ts';
import { type ChosenFilter, useChosenFilters } from './use-chosen-filters.ts';

import menuStyle from '#src/ui/table/menu.module.css';
import s from './filter-panel.module.css';

interface FilterPanelProps {
  /** The filters of one of the lists, and who filters. */
  list: 'leads' | 'deals';
  session: Session;
  search: RecordFilters;
  /** Called with the changed filters; the list then returns to its first page. */
  onFilters: (changes: FilterTexts) => void;
  /** Clears search and filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  onClose: () => void;
}

/** All filters of a list. What is chosen applies at once; typing finds a choice of any of them. */
export function FilterPanel({
  list,
  session,
  search,
  onFilters,
  onClear,
  onClose,
}: FilterPanelProps) {
  const [words, setWords] = useState('');
  // Changed at once: the list may take a moment, and the next choice builds on this one.
  const [texts, setTexts] = useState<FilterTexts>(() => ({ ...readTexts(search) }));
  const change = (changes: FilterTexts) => {
    setTexts({ ...texts, ...changes });
    onFilters(changes);
  };
  const isSearching = words.trim() !== '';
  const filters = useChosenFilters({ list, session, search, texts, isSearching });
  const found = isSearching ? findChoices(filters, words) : filters;
  return (
    <>
      <MenuSearch
        label="Search filters"
        value={words}
        onChange={setWords}
        onKeyDown={moveByArrow}
      />
      <div className={s.filters}>
        {found.map((filter) => (
          <Filter key={filter.label} {...{ filter, isSearching }} onChange={change} />
        ))}
        {isSearching && found.length === 0 && <p className={s.none}>Nothing matches.</p>}
        {session.capabilities.home &&
          !isSearching &&
          periods.map((period) => (
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
function findChoices(filters: readonly ChosenFilter[], words: string): ChosenFilter[] {
  const isFound = ({ label }: { label: string }) => containsText(label, words);
  return filters
    .map((filter) =>
      isFound(filter) ? filter : withChoices(filter, filter.choices.filter(isFound)),
    )
    .filter(({ choices }) => choices.length > 0);
}

function withChoices(filter: ChosenFilter, choices: ChosenFilter['choices']): ChosenFilter {
  return { ...filter, choices };
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

/** One filter: its name, what is chosen, and its choices once it is opened or one is searched. */
function Filter({ filter, isSearching, onChange }: FilterProps) {
  const chosen = filter.choices.filter(({ isChosen }) => isChosen);
  const [isFirstOpen] = useState(filter.isOpen === true || chosen.length > 0);
  const handleChoose = (choice: Choice) => onChange(filter.choose(choice));
  return (
    <details className={menuStyle.part} open={isSearching || isFirstOpen}>
      <summary>
        {filter.label}
        <span className={`${s.chosen} one-line`}>
          {chosen.map(({ label }) => label).join(', ')}
        </span>
      </summary>
      {filter.choices.length === 0 && <p className={s.none}>Loading…</p>}
      <ChoiceList label={filter.label} choices={filter.choices} onChoose={handleChoose} />
    </details>
  );
}
