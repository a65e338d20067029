import { apiDocsAddress } from '#contract/portal/addresses.ts';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { curlLine } from './curl-line.ts';

import s from './api-keys.module.css';

/** Shows how to call the API: its base address, an example command and its documentation. */
export function InterfaceSection({ baseAddress }: { baseAddress: string }) {
  const curl = curlLine(baseAddress);
  return (
    <Section title="Interface">
      <DetailList>
        <Detail label="Base address">
          <span className="mono">{baseAddress}</span>
          <CopyButton value={baseAddress} label="Copy base address" iconOnly variant="plain" />
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
      <div className={s.curl}>
        <code className={s.line}>{curl}</code>
        <CopyButton value={curl} label="Copy curl line" />
      </div>
    </Section>
  );
}
