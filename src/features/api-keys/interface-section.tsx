import { apiDocsAddress } from '#contract/portal/addresses.ts';
import { leadReads } from '#contract/v1/lead-records.ts';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './api-keys.module.css';

/** Shows how to call the API: its base address, an example command and its documentation. */
export function InterfaceSection({ baseAddress }: { baseAddress: string }) {
  // The shell inserts the key; the quotes keep it from interpreting `&` and `?`.
  const curl = `curl -H "Authorization: Bearer $API_KEY" "${baseAddress}${leadReads.listLeads.path}?page=1&pageSize=20"`;
  return (
    <Section title="Interface">
      <DetailList>
        <Detail label="Base address">
          <span className="mono" translate="no">
            {baseAddress}
          </span>
          <CopyButton value={baseAddress} label="Copy base address" iconOnly />
        </Detail>
        <Detail label="Documentation">
          <a href={apiDocsAddress} target="_blank" rel="noreferrer">
            Every operation, field and error
          </a>
        </Detail>
      </DetailList>
      <p className={s.about}>
        To list your leads from a terminal, put your API key into <code>API_KEY</code>:
      </p>
      <div className={`${s.curl} card`}>
        <code className={`${s.line} mono wrap-anywhere`} translate="no">
          {curl}
        </code>
        <CopyButton value={curl} label="Copy curl line" />
      </div>
    </Section>
  );
}
