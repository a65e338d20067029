import { namedText } from '#src/lib/plain-text.ts';
import { Value } from '#src/ui/elements/value.tsx';

import { Detail, DetailList } from './details.tsx';
import { Section } from './section.tsx';

/**
 * Lists the fields of a record that the portal does not know, under the names in the response.
 * Renders nothing if there are none.
 */
export function ExtraSection({ extra }: { extra: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(extra);
  if (entries.length === 0) return null;
  return (
    <Section title="Other">
      <DetailList>
        {entries.map(([name, value]) => (
          <Detail key={name} label={name}>
            <Value kind="text" label={name} text={namedText(value)} />
          </Detail>
        ))}
      </DetailList>
    </Section>
  );
}
