import type { LeadListQuery, LeadOutcome } from '#contract/v1/lists.ts';
import { momentInWords } from '#src/lib/dates.ts';

/** The filters of a list that only the portal's own records have. */
type OwnFilters = Pick<
  LeadListQuery,
  'createdSince' | 'createdBefore' | 'changedSince' | 'brokerId' | 'brokerRepId'
> &
  Partial<Pick<LeadListQuery, 'outcome'>>;

/** The names of the partner and the contact whose records a list shows. */
interface OwnerNames {
  readonly partner: string;
  readonly contact: string;
}

/** A set filter in words, and the change that removes it. */
export interface FilterChip {
  readonly label: string;
  readonly removed: Partial<OwnFilters>;
}

/** What has become of a lead, in words. */
export const outcomeWords: Readonly<Record<LeadOutcome, string>> = {
  open: 'in progress',
  converted: 'became a deal',
  ended: 'ended',
};

/** A row of a list, as far as its owner is concerned. */
type Row =
  | { readonly ok: false }
  | {
      readonly ok: true;
      readonly record: {
        readonly fields: {
          readonly broker: { readonly name: string } | null;
          readonly brokerRep: { readonly firstName: string; readonly lastName: string } | null;
        };
      };
    };

/** Returns the owner of the first row, whose names a list of one partner or contact shows. */
export function ownerNames(rows: readonly Row[] | undefined): OwnerNames {
  const first = rows?.find((row) => row.ok);
  const { broker, brokerRep } = first?.ok ? first.record.fields : {};
  return {
    partner: broker?.name ?? '',
    contact: `${brokerRep?.firstName ?? ''} ${brokerRep?.lastName ?? ''}`.trim(),
  };
}

/** Returns the set filters that have no menu, in words. */
export function filterChips(search: OwnFilters, names: OwnerNames): FilterChip[] {
  const { changedSince, brokerId, brokerRepId, outcome = [] } = search;
  const chips: (FilterChip | false)[] = [
    changedSince !== '' && {
      label: `Changed by others since ${momentInWords(changedSince)}`,
      removed: { changedSince: '' },
    },
    createdChip(search),
    outcome.length > 0 && {
      label: `Outcome: ${outcome.map((one) => outcomeWords[one]).join(', ')}`,
      removed: { outcome: [] },
    },
    brokerId !== '' && {
      label: names.partner === '' ? 'One partner' : `Partner: ${names.partner}`,
      removed: { brokerId: '' },
    },
    brokerRepId !== '' && {
      label: names.contact === '' ? 'One contact' : `Contact: ${names.contact}`,
      removed: { brokerRepId: '' },
    },
  ];
  return chips.filter((chip) => chip !== false);
}

function createdChip({ createdSince, createdBefore }: OwnFilters): FilterChip | false {
  const since = createdSince !== '' && `from ${momentInWords(createdSince)}`;
  const before = createdBefore !== '' && `before ${momentInWords(createdBefore)}`;
  const words = [since, before].filter((part) => part !== false);
  return (
    words.length > 0 && {
      label: `Created ${words.join(' and ')}`,
      removed: { createdSince: '', createdBefore: '' },
    }
  );
}
