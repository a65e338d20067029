import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

import { actOnKey, isShortcut, type ShortcutUser, shortcutsHere } from './shortcut-keys.ts';
import { singleKeys, isHelpOpen } from './shortcuts-setting.ts';
import { useReturnToRow } from './use-return-to-row.ts';
import { isListPath, useSearchKeys } from './use-search-keys.ts';

import s from './shortcuts.module.css';

type ShortcutsProps = Omit<ShortcutUser, 'isList'>;

/**
 * Acts on the shortcuts while they are switched on, and shows the help on them. Going back to a
 * list returns to its row, and its search leads to its rows, also while they are switched off.
 */
export function Shortcuts(user: ShortcutsProps) {
  const navigate = useNavigate();
  const isOn = useStore(singleKeys) === 'on';
  useReturnToRow();
  useSearchKeys();
  const actions = {
    onNewLead: user.mayCreate ? () => void navigate(paths.newLead()) : undefined,
    onHelp: () => isHelpOpen.set(true),
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event) && actOnKey(event.key, actions)) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [isOn]);
  return useStore(isHelpOpen) && <ShortcutsHelp user={user} isOn={isOn} />;
}

const close = () => isHelpOpen.set(false);

function ShortcutsHelp({ user, isOn }: { user: ShortcutsProps; isOn: boolean }) {
  const { pathname } = useLocation();
  // What the page has when the help is opened.
  const [groups] = useState(() => shortcutsHere({ ...user, isList: isListPath(pathname) }));
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <div className={s.groups}>
        {groups.map(({ title, shortcuts }) => (
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
        {groups.length === 1 && (
          <p className="soft">Lists, leads and deals have more: open this help there.</p>
        )}
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
