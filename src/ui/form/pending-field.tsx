import { handOver, takeHandedOver, typeEarly } from '#src/lib/early-field.ts';
import { earlyFieldClass } from '#src/lib/page-elements.ts';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';

/**
 * A hidden field in the place of an opened form while it loads. It has the focus, so that no letter
 * is a shortcut. The form's first field gets the typed text (`focusTyped`), with line breaks if it
 * has several lines. Without such a field, the text is dropped. On a phone the focus does not move,
 * because the keyboard would cover the page.
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
    // The pressed element is gone, or behind a dialog.
    if (document.activeElement === field) focusHeading();
  };
}
