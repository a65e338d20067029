import { handOver, takeHandedOver, typeEarly } from '#src/lib/early-field.ts';
import { earlyFieldClass } from '#src/lib/page-elements.ts';
import { focusHeading } from '#src/ui/elements/announcer.tsx';

/**
 * A hidden field in the place of a form that somebody has opened and that is loading. It has the
 * focus, so that no letter is a shortcut; the first field of what takes its place gets what was
 * typed (`focusTyped`), with the line breaks if it has several lines. Without a field there, it is
 * dropped. On a phone nothing moves, whose keyboard would cover the page.
 */
export function PendingField() {
  return (
    <textarea
      ref={typeUntilReplaced}
      className={earlyFieldClass}
      aria-label="Loading"
      tabIndex={-1}
    />
  );
}

function typeUntilReplaced(field: HTMLTextAreaElement | null) {
  if (!field || !matchMedia('(pointer: fine)').matches) return undefined;
  field.value = takeHandedOver();
  // For a popover that is about to be shown.
  field.autofocus = true;
  const end = typeEarly(field);
  return () => {
    handOver(end());
    // What was pressed is gone, or behind a dialog.
    if (document.activeElement === field) focusHeading();
  };
}
