import { useStore } from '#src/lib/store.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { singleKeys, isHelpOpen } from './shortcuts-setting.ts';

import s from './shortcuts.module.css';

/**
 * Switches the shortcuts of one key on and off: speech input can press them by mistake (WCAG
 * 2.1.4).
 */
export function ShortcutsSection() {
  return (
    <Section
      title="Keyboard"
      action={<TextButton onClick={() => isHelpOpen.set(true)}>Show shortcuts</TextButton>}
    >
      <div className={`${s.setting} stack-small`}>
        <Checkbox
          label="Use single keys as shortcuts"
          checked={useStore(singleKeys) === 'on'}
          onChange={(event) => singleKeys.set(event.target.checked ? 'on' : 'off')}
        />
        <p className="soft">
          For example J and K for the next and previous row. Saved in this browser.
        </p>
      </div>
    </Section>
  );
}
