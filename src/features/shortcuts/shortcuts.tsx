import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/use-store.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

import { actOnKey, isShortcut, shortcutGroups } from './shortcut-keys.ts';
import { areShortcutsOn, isHelpOpen } from './shortcuts-setting.ts';
import { useReturnToRow } from './use-return-to-row.ts';

import s from './shortcuts.module.css';

/**
 * Acts on the shortcuts while they are switched on, and shows the help on them. Going back to a
 * list returns to its row, also while they are switched off.
 */
export function Shortcuts({ mayCreate }: { mayCreate: boolean }) {
  const navigate = useNavigate();
  const isOn = useStore(areShortcutsOn);
  useReturnToRow();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    const hasActed = actOnKey(event.key, {
      onNewLead: mayCreate ? () => void navigate(paths.newLead()) : undefined,
      onHelp: () => isHelpOpen.set(true),
    });
    if (hasActed) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [isOn]);
  return useStore(isHelpOpen) && <ShortcutsHelp mayCreate={mayCreate} isOn={isOn} />;
}

const close = () => isHelpOpen.set(false);

function ShortcutsHelp({ mayCreate, isOn }: { mayCreate: boolean; isOn: boolean }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <div className={s.groups}>
        {shortcutGroups(mayCreate).map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl className={s.list}>
              {shortcuts.map(({ keys, words }) => (
                <div key={words} className={s.shortcut}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key} className={s.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="soft">
          {isOn ? 'Single keys can be switched off on ' : 'Single keys are switched off on '}
          <Link to={paths.profile()} onClick={close}>
            your profile
          </Link>
          .
        </p>
      </div>
    </Dialog>
  );
}
