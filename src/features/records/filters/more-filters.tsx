import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';

import { uploadListQuery } from '#contract/bulk-upload/endpoints.ts';
import { parseQuery } from '#contract/query-string.ts';
import { leadOutcomes } from '#contract/v1/lists.ts';
import { bulkUploadsQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { outcomeWords } from '#src/api/records/list/filter-words.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import { dayInWords } from '#src/lib/days.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Checkbox } from '#src/ui/form/choice-group.tsx';
import { PlainSelect } from '#src/ui/form/plain-select.tsx';

import type { FilterProps } from './filter-menus.tsx';
import { PeriodFields } from './period-fields.tsx';
import { lacksDates, readPeriod, periods, periodTexts, type PeriodValue } from './period.ts';

import s from './more-filters.module.css';

/** The filters by time, outcome, attachments and bulk upload, applied together. */
export function MoreFilters({
  list,
  session,
  search,
  onFilters,
  onClose,
}: FilterProps & { onClose: () => void }) {
  const [values, setValues] = useState(() => ({
    created: readPeriod(search.createdSince, search.createdBefore),
    updated: readPeriod(search.updatedSince, search.updatedBefore),
    status: readPeriod(search.statusSince, search.statusBefore),
  }));
  const [chosen, setChosen] = useState<FilterTexts>({
    ...(list === 'leads' && { outcome: search.outcome ?? [] }),
    hasAttachments: search.hasAttachments,
    bulkUploadId: search.bulkUploadId,
  });
  // Set by Apply; gone once a date is there.
  const [isChecked, setIsChecked] = useState(false);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const incomplete = periods.find((period) => lacksDates(values[period]));
    if (incomplete !== undefined) {
      setIsChecked(true);
      event.currentTarget.querySelector<HTMLElement>(`[data-first-of='${incomplete}']`)?.focus();
      return;
    }
    const texts = periods.map((period) => periodTexts(period, values[period]));
    onFilters(Object.assign({ ...chosen }, ...texts));
    onClose();
  };
  const setPeriod = (period: keyof typeof values) => (value: PeriodValue) =>
    setValues({ ...values, [period]: value });
  return (
    <form data-applied onSubmit={handleSubmit}>
      <div className={s.fields}>
        {periods.map((period) => (
          <PeriodFields
            key={period}
            period={period}
            value={values[period]}
            isMissing={isChecked && lacksDates(values[period])}
            onChange={setPeriod(period)}
          />
        ))}
        <LeadFields
          values={chosen}
          hasOutcome={list === 'leads'}
          hasUploads={session.account.role === 'partner-admin'}
          onChange={(change) => setChosen({ ...chosen, ...change })}
        />
      </div>
      <div className={s.footer}>
        <Button type="submit" variant="main" size="small">
          Apply
        </Button>
        <Button variant="plain" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface LeadFieldsProps {
  values: FilterTexts;
  /** Whether the list is filtered by what has become of a lead. */
  hasOutcome: boolean;
  /** Whether bulk uploads can be chosen from. */
  hasUploads: boolean;
  onChange: (change: FilterTexts) => void;
}

/** The filters by a lead, or by the lead that a deal came from. */
function LeadFields({ values, hasOutcome, hasUploads, onChange }: LeadFieldsProps) {
  const id = useId();
  return (
    <>
      {hasOutcome && (
        <OutcomeField
          values={[values['outcome'] ?? []].flat()}
          onChange={(outcome) => onChange({ outcome })}
        />
      )}
      <div className={s.group}>
        <label htmlFor={`${id}-attachments`}>Attachments</label>
        <PlainSelect
          id={`${id}-attachments`}
          empty="With or without"
          options={[
            { value: 'yes', label: 'With attachments' },
            { value: 'no', label: 'Without attachments' },
          ]}
          value={String(values['hasAttachments'])}
          onChange={({ target }) => onChange({ hasAttachments: target.value })}
        />
      </div>
      {hasUploads && (
        <UploadField
          id={`${id}-upload`}
          value={String(values['bulkUploadId'])}
          onChange={(bulkUploadId) => onChange({ bulkUploadId })}
        />
      )}
    </>
  );
}

interface OutcomeFieldProps {
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

function OutcomeField({ values, onChange }: OutcomeFieldProps) {
  return (
    <fieldset className={s.group}>
      <legend>Outcome</legend>
      <div className={s.choices}>
        {leadOutcomes.map((outcome) => (
          <Checkbox
            key={outcome}
            label={outcomeLabel(outcome)}
            checked={values.includes(outcome)}
            onChange={({ target }) =>
              onChange(
                leadOutcomes.filter((one) =>
                  one === outcome ? target.checked : values.includes(one),
                ),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function outcomeLabel(outcome: keyof typeof outcomeWords): string {
  const words = outcomeWords[outcome];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The latest bulk uploads; an older one is reached from its results. */
const uploads = parseQuery(uploadListQuery, new URLSearchParams({ pageSize: '50' }));

interface UploadFieldProps {
  id: string;
  value: string;
  onChange: (uploadId: string) => void;
}

function UploadField({ id, value, onChange }: UploadFieldProps) {
  const { data } = useQuery(bulkUploadsQuery(uploads));
  const options = (data?.rows ?? []).map((upload) => ({
    value: upload.id,
    label: `${upload.fileName}, ${dayInWords(upload.createdAt)}`,
  }));
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <div className={s.group}>
      <label htmlFor={id}>Bulk upload</label>
      <PlainSelect
        id={id}
        empty="Any"
        options={isListed ? options : [...options, { value, label: 'An earlier upload' }]}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
